import { DAY_MS, formatDate } from '../../src/domain/time.ts';
import { createClient } from './client.ts';
import { DAYS } from './dataset.ts';
import { settle } from './fill.ts';
import { timeMs } from './growth.ts';
import { NAMED_SITES, type NamedSite, fillNamedSites } from './insight-data.ts';
import type { InsightLine } from './insight-line.ts';
import type { PreparedRequest } from './request.ts';
import { type Days, daysOf, graphqlCompanies, graphqlStats, restStats } from './requests.ts';
import type { ServedDatabase } from './servers.ts';
import { median } from './statistics.ts';
import { inTurn } from './versus.ts';

/** A request that may take at most so many times as long as another. */
type Pair = {
  readonly name: string;
  readonly site: NamedSite;
  readonly ask: PreparedRequest;
  readonly against: PreparedRequest;
  readonly ratio: number;
};

/** Measures answers that sum names over days. */
export async function measureNames(
  { databaseUrl, server }: ServedDatabase,
  rounds: number,
): Promise<readonly InsightLine[]> {
  await fillNamedSites(databaseUrl);
  await settle(databaseUrl);
  const client = createClient(server.url);
  const timesOf = (request: PreparedRequest) => async () => {
    const sample: number[] = [];
    for (let turn = 0; turn < SAMPLE; turn += 1) sample.push(await timeMs(client, request));
    return median(sample);
  };
  const lines: InsightLine[] = [];
  try {
    for (const { name, site, ask, against, ratio } of planPairs()) {
      const versus = await inTurn(rounds, timesOf(ask), timesOf(against));
      const goal = { kind: 'at most', ratio } as const;
      lines.push({ name, unit: 'ms', goal, events: site.events, ...versus });
    }
  } finally {
    client.close();
  }
  return lines;
}

/** Requests of a kind in a round, whose median counts. */
const SAMPLE = 3;

function planPairs(): readonly Pair[] {
  const { year, crowded } = NAMED_SITES;
  const doors = [
    { ask: restStats, answer: 'REST stats' },
    { ask: graphqlStats, answer: 'GraphQL stats' },
  ];
  return [
    ...doors.map(({ ask, answer }) => ({
      name: `${answer} of ${year.names} names, 365 ÷ 7 days`,
      site: year,
      ask: ask(year, midMonth(365)),
      against: ask(year, midMonth(7)),
      ratio: 3,
    })),
    ...doors.map(({ ask, answer }) => ({
      name: `${answer} of ${crowded.names.toLocaleString('en')} names, 90 days ÷ 1 day`,
      site: crowded,
      ask: ask(crowded, daysOf(90)),
      against: ask(crowded, daysOf(1)),
      ratio: 4,
    })),
    {
      name: `companies ÷ GraphQL stats of ${year.names} names, 90 days`,
      site: year,
      ask: graphqlCompanies(year, midMonth(90)),
      against: graphqlStats(year, midMonth(90)),
      ratio: 1.5,
    },
  ];
}

/** Days that end in the middle of a month, as those of most questions do. */
function midMonth(count: number): Days {
  const lastMs = DAYS.untilMs - 15 * DAY_MS;
  return { start: formatDate(lastMs - (count - 1) * DAY_MS), end: formatDate(lastMs) };
}

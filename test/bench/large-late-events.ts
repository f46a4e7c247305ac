import { DAY_MS, HOUR_MS } from '../../src/domain/time.ts';
import { collectKeyOf, collectRequest } from './large-collector.ts';
import type { LargeData } from './large-data.ts';
import { type LargeLine, atMost, lineOf } from './large-line.ts';
import { type LargeStage, lastDays, withoutUpkeep } from './large-stage.ts';
import { ratioOf, timeAll, timeFolded } from './large-times.ts';
import { graphqlPages } from './requests.ts';

const LATE_DAYS = 360;
const RANGES = [90, 365];

/** Pages of folded days before and after an event was added to each of 360 days, and before upkeep has folded them again. */
export async function measureLateEvents(stage: LargeStage): Promise<readonly LargeLine[]> {
  const { databaseUrl, data } = stage;
  const { largest } = data;
  const key = await collectKeyOf(databaseUrl, largest);
  return withoutUpkeep(stage, async ({ client }) => {
    const requests = RANGES.map((days) => ({
      name: `pages over ${days} days after ${LATE_DAYS} late events, against before`,
      goal: atMost(1.5),
      site: largest,
      request: graphqlPages(largest, lastDays(data, days)),
    }));
    const before = await timeFolded(stage, client, requests);
    const { status, body } = await client.ask(collectRequest(largest, key, lateEvents(data)));
    if (status !== 200) throw new Error(`the collector answered ${status}: ${body}`);
    const after = await timeAll(client, requests);
    const lines = requests.map(({ name, goal }, index) =>
      lineOf({ name, unit: '×', goal }, () => Promise.resolve(ratioOf(after[index], before[index]))),
    );
    return Promise.all(lines);
  });
}

function lateEvents({ days }: LargeData) {
  return Array.from({ length: LATE_DAYS }, (_, index) => ({
    type: 'bot',
    page_path: '/late',
    bot_name: 'GPTBot',
    bot_company: 'OpenAI',
    country: 'DE',
    created_at: new Date(days.untilMs - (index + 1) * DAY_MS + HOUR_MS).toISOString(),
  }));
}

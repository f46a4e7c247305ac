import type { Client } from './client.ts';
import { timeMs } from './growth.ts';
import { PAST_BOT, RARE_BOT, RARE_PAGE } from './large-data.ts';
import { type LargeLine, atMost, lineOf } from './large-line.ts';
import { type LargeStage, lastDays, withoutUpkeep } from './large-stage.ts';
import type { PreparedRequest } from './request.ts';
import { graphqlFilteredEvents } from './requests.ts';
import { inTurn } from './versus.ts';

const ROUNDS = 5;

const FILTERS = {
  'a bot with twelve visits in the year': { botName: RARE_BOT },
  'a bot that came a year ago': { botName: PAST_BOT },
  'a bot that never came': { botName: 'NoSuchBot' },
  'a page with twelve visits in the year': { pagePath: RARE_PAGE },
  'a page without visits': { pagePath: '/no/such/page' },
};

/** The first pages of filtered lists of a year of the largest site, against that of the whole list. */
export async function measureFilters(stage: LargeStage): Promise<readonly LargeLine[]> {
  const { data } = stage;
  const year = lastDays(data, 365);
  const all = graphqlFilteredEvents(data.largest, year);
  return withoutUpkeep(stage, async ({ client }) => {
    const lines: LargeLine[] = [];
    for (const [what, filter] of Object.entries(FILTERS)) {
      const filtered = graphqlFilteredEvents(data.largest, year, filter);
      const line = { name: `100 events of ${what}, against all events`, unit: '×', goal: atMost(3) };
      lines.push(await lineOf(line, () => compare(client, filtered, all)));
    }
    return lines;
  });
}

/** How many times as long the first request takes as the second. */
async function compare(client: Client, one: PreparedRequest, other: PreparedRequest) {
  const { ours, theirs } = await inTurn(
    ROUNDS,
    () => timeMs(client, one),
    () => timeMs(client, other),
  );
  return { seen: ours / theirs, detail: `${ours.toFixed(1)} ms, ${theirs.toFixed(1)} ms` };
}

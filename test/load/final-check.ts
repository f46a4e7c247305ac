import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { graphqlAsked, type Page, restAsked, tallyOfDocument } from './actors/readers.ts';
import type { Answer, Asked } from './caller.ts';
import type { Ledger } from './ledger.ts';
import { madeEvent, numberOf } from './made-events.ts';
import {
  type Stats,
  type Tally,
  type Timeseries,
  addTo,
  outside,
  partOf,
  tallyOfStats,
  tallyOfTimeseries,
} from './tally.ts';
import { QUICK_WASM } from '../support/quick-wasm.ts';
import type { Environment } from './served.ts';
import { type DrivenSite, type Service, shown } from './service.ts';

/** What became of all events of a run. */
export type Kept = {
  readonly acknowledged: number;
  /** Acknowledged, and not listed. */
  readonly lost: number;
  /** Listed more than once. */
  readonly doubled: number;
  /** Listed although none was sent, or with other contents. */
  readonly strange: number;
  /** What else is not as the oracle expects. */
  readonly wrong: readonly string[];
};

/**
 * Compares all that both processes answer about the sites with the oracle, after the last recorder has ended, and runs
 * `site-traffic verify`.
 */
export async function checkAll(service: Service, sites: readonly DrivenSite[]): Promise<Kept> {
  const wrong = [...(await verify(service.commandEnv))];
  let [acknowledged, lost, doubled, strange] = [0, 0, 0, 0];
  for (const site of sites) {
    const listed = await listAll(service, site);
    const known = site.ledger.acknowledged();
    acknowledged += known.size;
    lost += [...known].filter((n) => !listed.times.has(n)).length;
    doubled += [...listed.times.values()].filter((times) => times > 1).length;
    strange += listed.strange;
    wrong.push(
      ...(await compareCounts(service, site, listed.times)),
      ...(await compareUsage(service, site, listed.times.size)),
    );
  }
  return { acknowledged, lost, doubled, strange, wrong };
}

/** Lists all events of a site, page by page, on the two processes in turn. */
async function listAll(service: Service, { ledger, ...site }: DrivenSite) {
  const times = new Map<number, number>();
  let strange = 0;
  let cursor: string | null = null;
  for (let page = 0; page === 0 || cursor !== null; page++) {
    const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const asked = restAsked({ ledger, ...site }, 'events', `&limit=1000${more}`);
    const { events, next_cursor } = (await answerOf(service, page, asked)).body as Page;
    for (const event of events) {
      const n = numberIfMade(ledger, event);
      if (n === undefined) strange++;
      else times.set(n, (times.get(n) ?? 0) + 1);
    }
    cursor = next_cursor;
  }
  return { times, strange };
}

function numberIfMade(ledger: Ledger, event: Page['events'][number]): number | undefined {
  const n = numberOf(event.page_path);
  if (n === undefined || n >= ledger.sent()) return undefined;
  const { type, country, createdAt, name, company, value } = madeEvent(ledger.days, n);
  const names = {
    bot: { bot_name: name, bot_company: company },
    referral: { source: name },
    conversion: { event_name: name, event_value: Number(value) },
  }[type];
  const expected = { type, page_path: event.page_path, country, created_at: createdAt, ...names };
  const { id, ...seen } = event;
  const isEqual = Object.entries(expected).every(
    ([key, one]) => (seen as Record<string, unknown>)[key] === one,
  );
  return id > 0 && isEqual ? n : undefined;
}

/** Stats and timeseries through both doors of both processes count what is listed, one by one. */
async function compareCounts(
  service: Service,
  site: DrivenSite,
  listed: ReadonlyMap<number, number>,
): Promise<readonly string[]> {
  const { days } = site.ledger;
  const expected = new Map<string, number>();
  for (const n of listed.keys()) addTo(expected, madeEvent(days, n));
  const differences = (got: Tally, all: Tally) => outside(got, all, all);
  const found: string[] = [];
  for (const process of [0, 1]) {
    const ask = async (asked: Asked) => (await answerOf(service, process, asked)).body;
    const stats = tallyOfStats((await ask(restAsked(site, 'stats'))) as Stats);
    const timeseries = tallyOfTimeseries((await ask(restAsked(site, 'timeseries'))) as Timeseries);
    found.push(
      ...differences(stats, partOf(expected, days, 'stats')),
      ...differences(timeseries, partOf(expected, days, 'timeseries')),
      ...differences(tallyOfDocument(await ask(graphqlAsked(site))), expected),
    );
  }
  return found.map((difference) => `${site.ledger.siteId}: ${difference}`);
}

/** The usage, recounted, counts what is listed. */
async function compareUsage(service: Service, site: DrivenSite, listed: number): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${site.readKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ query: '{ account { usage { used } } }' });
  const answer = await answerOf(service, 0, { method: 'POST', path: '/graphql', headers, body });
  const { used } = (answer.body as { data: { account: { usage: { used: number } } } }).data.account.usage;
  return used === listed ? [] : [`${site.email}: ${used} events used, ${listed} listed`];
}

async function answerOf(service: Service, process: number, asked: Asked): Promise<Answer> {
  const { urlOf, caller } = service;
  const called = await caller.call(urlOf(process), asked);
  if (called.kind === 'answer' && called.status === 200) return called;
  throw new Error(
    `the final check of ${asked.path} failed: ${called.kind === 'answer' ? shown(called) : called.why}`,
  );
}

type Verified = {
  readonly drift: readonly { readonly rollup?: string; readonly recorded?: number; readonly used?: number }[];
  readonly failed: readonly unknown[];
};

/** What `verify` finds, except that usage counts the room that a killed process held, which `rebuild` gives back. */
export async function verify(commandEnv: Environment): Promise<readonly string[]> {
  const { drift, failed } = (await runCommand(commandEnv, 'verify')) as Verified;
  const isHeldRoom = ({ rollup, recorded = 0, used = 0 }: Verified['drift'][number]) =>
    rollup === 'usage' && used > recorded;
  const found = [...drift.filter((one) => !isHeldRoom(one)), ...failed];
  if (drift.some(isHeldRoom)) await runCommand(commandEnv, 'rebuild');
  return found.map((one) => `verify: ${JSON.stringify(one)}`);
}

/** What a command of the built program prints. */
export async function runCommand(commandEnv: Environment, ...args: readonly string[]): Promise<unknown> {
  const env = { PATH: process.env['PATH'], ...commandEnv };
  const ran = promisify(execFile)(process.execPath, [...QUICK_WASM, 'dist/cli.js', ...args, '--json'], {
    env,
    maxBuffer: 2 ** 26,
  });
  // `verify` exits with 1 if there is a difference
  const { stdout } = await ran.catch((error: unknown) => error as { readonly stdout: string });
  return JSON.parse(stdout);
}

import type { Outage, OutageResult } from './outage.ts';
import { type Probe, type Seen, lineOf, probeFor } from './probe.ts';
import type { OutageAccount, OutageServer } from './server.ts';
import { botVisit, record } from '../../support/makers.ts';
import { findSites } from '../../../src/queries/sites.ts';

/** The budget of more than one minute, so that the units are not what stops the searches. */
const env = { PRO_REQUESTS_PER_MINUTE: '1000000' };

const PAGES = 80_000;
const EVENTS_AT_ONCE = 5_000;
const DAYS = 50;
const DAY_MS = 86_400_000;

const SEARCHES_OF_A_DOCUMENT = 40;
/** The budget of a Pro account for a minute, then more than any process works on at once. */
const ATTACKS = { 'under 15 documents of 40 searches': 15, 'with 1,200 searches in flight': 30 };

const WARM_UP_MS = 3_000;
const QUIET_MS = 8_000;
const PROBE_MS = 500;
const MOST_TIMES_QUIET = 3;
/** Those of another account that may not starve. Its pages are a long read themselves, and wait for their turn. */
const PROMISED = ['collect', 'stats'];

type AllSeen = Readonly<Record<string, Seen>>;

/** One account searches the pages of a large site, as much as its budget allows and more, while another works as usual. */
export const starvation: Outage = { env, run };

async function run(server: OutageServer): Promise<OutageResult> {
  const [greedy, other] = [await server.makeAccount(), await server.makeAccount()];
  const range = await fill(server, greedy);
  const search = searchesOf(server.url, greedy, range);
  await Promise.all([search(), probeAll(server.url, other, pause(WARM_UP_MS))]);
  const quiet = await probeAll(server.url, other, pause(QUIET_MS));
  const figures: (readonly [string, string | number])[] = linesOf(quiet, 'quiet');
  const broken: string[] = [];
  for (const [when, documents] of Object.entries(ATTACKS)) {
    const fromMs = performance.now();
    const attack = Promise.all(Array.from({ length: documents }, search));
    const attacked = await probeAll(server.url, other, attack);
    const codes = tally((await attack).flat());
    const tookMs = Math.round(performance.now() - fromMs);
    figures.push(...linesOf(attacked, when), [
      `the searches, ${when}`,
      `${shownTally(codes)} in ${tookMs} ms`,
    ]);
    for (const name of PROMISED) {
      const ratio = ratioOf(attacked[name], quiet[name]);
      figures.push([`${name}, ${when}, times quiet`, ratio.toFixed(2)]);
      if (ratio > MOST_TIMES_QUIET)
        broken.push(`${name} took ${ratio.toFixed(2)} times as long as quiet ${when}`);
    }
    broken.push(...failuresOf(attacked, codes).map((what) => `${what}, ${when}`));
  }
  return { figures, broken };
}

function pause(ms: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Records two visits of each page on days that are over. */
async function fill({ db }: OutageServer, { siteId }: OutageAccount) {
  const [site] = await findSites(db, [siteId]);
  if (site === undefined) throw new Error('the site is missing');
  const firstMs = Date.now() - DAYS * DAY_MS;
  for (let from = 0; from < 2 * PAGES; from += EVENTS_AT_ONCE) {
    const visits = Array.from({ length: EVENTS_AT_ONCE }, (_, n) => {
      const at = new Date(firstMs + ((from + n) % (DAYS - 1)) * DAY_MS).toISOString();
      return botVisit(at, { pagePath: `/articles/of-the-year/page-${(from + n) % PAGES}` });
    });
    await record(db, site, visits);
  }
  return { start: dayOf(firstMs), end: dayOf(Date.now()) };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Sends a document of searches, and resolves with what each came to: a code, or "found". */
function searchesOf(
  url: string,
  { siteId, key }: OutageAccount,
  { start, end }: { start: string; end: string },
) {
  const fields = Array.from(
    { length: SEARCHES_OF_A_DOCUMENT },
    (_, n) =>
      `s${n}: pages(search: "page-${n}9", start: "${start}", end: "${end}", first: 5) { nodes { pagePath } }`,
  );
  const body = JSON.stringify({ query: `{ site(id: "${siteId}") { ${fields.join('\n')} } }` });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return async (): Promise<readonly string[]> => {
    const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
    const { data, errors = [] } = (await answer.json()) as {
      data?: { site: Readonly<Record<string, unknown>> | null };
      errors?: readonly { readonly extensions: { readonly code: string } }[];
    };
    const found = Object.values(data?.site ?? {}).filter((pages) => pages !== null);
    return [...found.map(() => 'found'), ...errors.map(({ extensions }) => extensions.code)];
  };
}

async function probeAll(url: string, account: OutageAccount, work: Promise<unknown>): Promise<AllSeen> {
  let isOver = false;
  const over = work.finally(() => (isOver = true));
  const probing = Object.entries(probesOf(account)).map(async ([name, probe]) => {
    const seen: Seen[] = [];
    while (!isOver) seen.push(await probeFor(url, probe, PROBE_MS));
    return [name, joined(seen)] as const;
  });
  const all = Object.fromEntries(await Promise.all(probing));
  await over;
  return all;
}

function probesOf({ key, collectKey, siteId }: OutageAccount): Readonly<Record<string, Probe>> {
  const json = { 'content-type': 'application/json' };
  const event = { type: 'conversion', page_path: '/', event_name: 'signup' };
  const reader = { authorization: `Bearer ${key}` };
  const pauseMs = 20;
  return {
    collect: {
      method: 'POST',
      path: `/collect/sites/${siteId}/events`,
      headers: { ...json, authorization: `Bearer ${collectKey}` },
      body: JSON.stringify([event]),
      pauseMs,
    },
    stats: { path: `/api/v1/sites/${siteId}/stats`, headers: reader, pauseMs },
    pages: {
      method: 'POST',
      path: '/graphql',
      headers: { ...json, ...reader },
      body: JSON.stringify({ query: `{ site(id: "${siteId}") { pages { nodes { pagePath } } } }` }),
      pauseMs,
    },
  };
}

function joined(seen: readonly Seen[]): Seen {
  const others: Record<string, number> = {};
  for (const each of seen)
    for (const [what, count] of Object.entries(each.others)) others[what] = (others[what] ?? 0) + count;
  const sum = (count: (each: Seen) => number) => seen.reduce((all, each) => all + count(each), 0);
  return {
    asked: sum(({ asked }) => asked),
    right: sum(({ right }) => right),
    tookMs: seen.flatMap(({ tookMs }) => tookMs),
    others,
  };
}

function linesOf(seen: AllSeen, when: string): (readonly [string, string])[] {
  return Object.entries(seen).map(([name, each]) => [`${name}, ${when}`, lineOf(each)]);
}

function ratioOf(seen: Seen | undefined, quiet: Seen | undefined): number {
  return medianOf(seen) / medianOf(quiet);
}

function medianOf(seen: Seen | undefined): number {
  const sorted = seen?.tookMs.toSorted((a, b) => a - b) ?? [];
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

function tally(codes: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

function shownTally(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([code, count]) => `${code} ${count}`)
    .join(', ');
}

function failuresOf(seen: AllSeen, codes: Readonly<Record<string, number>>): readonly string[] {
  const ofOthers = PROMISED.filter((name) => seen[name]?.right !== seen[name]?.asked);
  const serverErrors = codes['SERVER_ERROR'] ?? 0;
  return [
    ...ofOthers.map((name) => `${name} of the other account failed`),
    ...(serverErrors > 0 ? [`${serverErrors} searches got SERVER_ERROR`] : []),
  ];
}

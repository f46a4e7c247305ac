import { formatDate } from '../../../src/domain/time.ts';
import { type Answer, type Asked, type Caller } from '../caller.ts';
import { bearer } from '../service.ts';
import { type Load, startRate } from '../load.ts';
import type { OutageAccount } from './server.ts';

/** The mixed load of one account, and what was not answered as it should be. */
export type MixedLoad = Load & { readonly wrong: () => Readonly<Record<string, number>> };

const DAY_MS = 86_400_000;
const EVENTS_PER_BATCH = 5;

/** Of each kind, so many in fourteen. */
const WEIGHTS = { stats: 2, timeseries: 2, events: 1, known: 2, fresh: 3, collect: 2, mcp: 1, wrongKey: 1 };

/** Reads, records and asks in all ways, so that whatever is kept of requests is filled: no two are the same for long. */
export function startMixedLoad(
  url: string,
  account: OutageAccount,
  caller: Caller,
  perSecond: number,
): MixedLoad {
  const wrong: Record<string, number> = {};
  const mix = Object.entries(WEIGHTS).map(([name, weight]) => {
    const kind = name as keyof typeof WEIGHTS;
    let turn = 0;
    const act = async () => {
      const called = await caller.call(url, ASKED[kind](account, turn++));
      const isRight = called.kind === 'answer' && RIGHT[kind](called);
      if (!isRight) {
        const seen = called.kind === 'answer' ? called.status : called.why;
        wrong[`${name} ${seen}`] = (wrong[`${name} ${seen}`] ?? 0) + 1;
      }
      return isRight;
    };
    return [{ name, act }, weight] as const;
  });
  return { ...startRate(mix, perSecond), wrong: () => wrong };
}

type Kind = keyof typeof WEIGHTS;

/** Which answers are wrong; by default all but 200. */
const RIGHT: Readonly<Record<Kind, (answer: Answer) => boolean>> = {
  ...{ stats: isOk, timeseries: isOk, events: isOk, collect: isOk, mcp: isOk },
  known: isData,
  fresh: isData,
  wrongKey: ({ status }) => status === 401 || status === 429,
};

function isOk({ status }: Answer): boolean {
  return status === 200;
}

function isData({ status, body }: Answer): boolean {
  return status === 200 && !('errors' in (body as object));
}

const ASKED: Readonly<Record<Kind, (account: OutageAccount, turn: number) => Asked>> = {
  stats: (account, turn) => rest(account, `stats?${daysOf(turn)}`),
  timeseries: (account, turn) => rest(account, `timeseries?${daysOf(turn)}`),
  events: (account) => rest(account, `events?${daysOf(0)}&limit=50`),
  known: (account) => graphql(account, 'query Known($id: ID!) { site(id: $id) { id name domain } }'),
  fresh: (account, turn) => graphql(account, freshDocument(turn)),
  collect: ({ collectKey, siteId }, turn) => ({
    method: 'POST',
    path: `/collect/sites/${siteId}/events`,
    headers: { ...JSON_BODY, ...bearer(collectKey), 'idempotency-key': `${Date.now()}-${turn}` },
    body: JSON.stringify(Array.from({ length: EVENTS_PER_BATCH }, (_, index) => requestOf(turn, index))),
  }),
  mcp: ({ key }, turn) => ({
    method: 'POST',
    path: '/mcp',
    headers: { ...JSON_BODY, ...bearer(key), accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: turn, method: 'tools/list', params: {} }),
  }),
  wrongKey: ({ siteId }, turn) => rest({ siteId, key: `st_${String(turn).padStart(43, '0')}` }, 'stats'),
};

const JSON_BODY = { 'content-type': 'application/json' };

function rest({ siteId, key }: Pick<OutageAccount, 'siteId' | 'key'>, rest: string): Asked {
  return { path: `/api/v1/sites/${siteId}/${rest}`, headers: bearer(key) };
}

function graphql({ siteId, key }: OutageAccount, query: string): Asked {
  return {
    method: 'POST',
    path: '/graphql',
    headers: { ...JSON_BODY, ...bearer(key) },
    body: JSON.stringify({ query, variables: { id: siteId } }),
  };
}

/** A document that nobody has sent before. */
function freshDocument(turn: number): string {
  const sites = Array.from(
    { length: 3 },
    (_, index) => `s${turn}_${index}: site(id: $id) { id name domain }`,
  );
  return `query Fresh${turn}($id: ID!) { ${sites.join(' ')} }`;
}

function daysOf(turn: number): string {
  const untilMs = Date.now();
  return `start=${formatDate(untilMs - (1 + (turn % 90)) * DAY_MS)}&end=${formatDate(untilMs)}`;
}

/** A request that a backend reports: a bot's, a click in a product, or a visit. */
function requestOf(turn: number, index: number) {
  return {
    type: 'conversion',
    page_path: `/page-${turn % 500}-${index}`,
    country: 'XX',
    event_name: 'signup',
  };
}

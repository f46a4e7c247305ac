import { setTimeout as delay } from 'node:timers/promises';
import { createCaller } from '../caller.ts';
import { bearer } from '../service.ts';
import { residentMb } from './memory.ts';
import type { Outage, OutageResult } from './outage.ts';
import type { OutageServer } from './server.ts';

const env = { WORKERS: '1', PRO_REQUESTS_PER_MINUTE: '1000000' };

const DOCUMENTS = Number(process.env['HOSTILE_DOCUMENTS'] ?? 200_000);
const UNDERWAY = 32;
const LARGE_EVERY = 20;
const SAMPLE_MS = 50;
const SETTLE_MS = 30_000;
const MOST_MB = 300;
const CALL_WITHIN_MS = 60_000;

type Make = (turn: number) => string;

const SMALL: readonly Make[] = [
  (turn) => `query q${turn} { sites(first: 1) { id name domain } }`,
  (turn) => `query q${turn} { ${times(9, (i) => `a${turn}_${i}: account { email plan }`)} }`,
  (turn) => `query q${turn} { ${times(20, (i) => `unknown${turn}x${i}`)} }`,
  (turn) => `query q${turn} { ${times(50, (i) => `x${i}`)} ( }`,
  (turn) => `query q${turn} { ${times(9, (i) => `b${i}: site(id: {a: ${turn}}) { id }`)} }`,
  (turn) => `query q${turn} { ${times(3, (i) => `c${i}: node(id: "x${turn}-${i}") { id }`)} }`,
  (turn) => `query ${`q${turn}_`.padEnd(250, 'z')} { account { plan } }`,
  (turn) =>
    `query q${turn}(${times(5, (i) => `$v${i}: Boolean = ${String(turn % (i + 2) === 0)}`)}) { ${times(5, (i) => `account @skip(if: $v${i}) { plan }`)} }`,
];

const LARGE: readonly Make[] = [
  (turn) => `query q${turn} { ${times(240, () => 'account { email plan __typename }')} }`,
  (turn) => `query q${turn} { ${times(99, (i) => `a${turn}_${i}: account { email plan }`)} }`,
  (turn) => `query q${turn} { ${times(900, (i) => `unknown${turn}x${i}`)} }`,
  (turn) => `query q${turn} { ${times(4_100, () => 'id')} }`,
  (turn) => `query q${turn} { site(id: "${String(turn).padEnd(60_000, 'x')}") { id } }`,
  (turn) => `query q${turn} { sites(first: 1) { id } } ${'#\n'.repeat(20_000)}`,
  (turn) => `query q${turn} { site(id: [${times(1_000, () => String(turn))}]) { id } }`,
];

/** No two documents are the same: valid ones, invalid ones, and such as take much memory. What a worker keeps is bounded. */
export const hostileDocuments: Outage = { env, run };

async function run(server: OutageServer): Promise<OutageResult> {
  const { key } = await server.makeAccount();
  const caller = createCaller(CALL_WITHIN_MS);
  const [pid = 0] = server.workers();
  const restMb = residentMb(pid);
  let [sent, unanswered, peakMb] = [0, 0, restMb];
  const watch = setInterval(() => (peakMb = Math.max(peakMb, residentMb(pid))), SAMPLE_MS);
  const send = async () => {
    while (sent < DOCUMENTS) {
      const body = JSON.stringify({ query: documentOf(sent++) });
      const headers = { 'content-type': 'application/json', ...bearer(key) };
      const called = await caller.call(server.url, { method: 'POST', path: '/graphql', headers, body });
      if (called.kind !== 'answer') unanswered++;
    }
  };
  await Promise.all(Array.from({ length: UNDERWAY }, send));
  await delay(SETTLE_MS);
  clearInterval(watch);
  caller.close();
  const settledMb = residentMb(pid);

  return {
    figures: [
      ['documents', sent],
      ['without an answer', unanswered],
      ['resident at rest', `${Math.round(restMb)} MB`],
      ['at the peak', `${Math.round(peakMb)} MB`],
      [`${SETTLE_MS / 1_000} s later`, `${Math.round(settledMb)} MB`],
    ],
    broken: settledMb > MOST_MB ? [`it settled above ${MOST_MB} MB`] : [],
  };
}

function documentOf(turn: number): string {
  const kinds = turn % LARGE_EVERY === 0 ? LARGE : SMALL;
  const place = turn % LARGE_EVERY === 0 ? turn / LARGE_EVERY : turn;
  return kinds[place % kinds.length]?.(turn) ?? '';
}

function times(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join(' ');
}

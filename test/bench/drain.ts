import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateApiKey, hashApiKey, lastFour } from '../../src/domain/api-key.ts';
import { type LogSource, writeLog } from './access-log.ts';
import { withClient } from './cluster.ts';
import { makeSite } from './fresh-sites.ts';
import { importLog, requireEvents } from './log-import.ts';
import { memoryMb } from './processes.ts';
import type { Stage } from './stage.ts';
import { type Versus, inTurn } from './versus.ts';

/** Events per second: `ours` of the drain, which gets a log in batches; `theirs` of `logs import`, which reads the same log. */
export type DrainResult = Versus & {
  readonly log: string;
  readonly events: number;
  /** The server's memory after the first round, and after the last. */
  readonly memoryMb: readonly [first: number, last: number];
};

/** Logpush sends no more by its smallest setting. */
const BATCH_BYTES = 5_000_000;
const AT_ONCE = 4;
const LINE_FEED = 0x0a;

/** Sends a log to a new site each time, and imports it into another. */
export async function measureDrain(
  source: LogSource,
  { databaseUrl, folder, start }: Stage,
  { lines, rounds }: { readonly lines: number; readonly rounds: number },
): Promise<DrainResult> {
  const file = join(folder, 'drain.log');
  writeLog(file, source, lines);
  const batches = batchesOf(readFileSync(file));
  const server = await start('product', { settings: { PRO_EVENTS_PER_MONTH: 'unlimited' } });
  const memory: number[] = [];
  const ours = async () => {
    const { siteId, key } = await makeDrain(databaseUrl);
    const startedMs = performance.now();
    await sendAll(`${server.url}/drain/${key}`, batches);
    const seconds = (performance.now() - startedMs) / 1000;
    memory.push(memoryMb(server.pid).now);
    await requireEvents(databaseUrl, siteId, lines);
    return lines / seconds;
  };
  const theirs = async () => lines / (await importLog(databaseUrl, file)).tookSeconds;
  try {
    const versus = await inTurn(rounds, ours, theirs);
    return { log: source.name, events: lines, ...versus, memoryMb: [memory[0] ?? NaN, memory.at(-1) ?? NaN] };
  } finally {
    await server.stop();
  }
}

/** Whole lines, as many at a time as fit. */
function batchesOf(text: Buffer): readonly Buffer[] {
  const batches: Buffer[] = [];
  for (let from = 0; from < text.length;) {
    const end =
      from + BATCH_BYTES < text.length ? text.lastIndexOf(LINE_FEED, from + BATCH_BYTES) + 1 : text.length;
    batches.push(text.subarray(from, end));
    from = end;
  }
  return batches;
}

async function sendAll(url: string, batches: readonly Buffer[]): Promise<void> {
  let next = 0;
  async function sendInTurn(): Promise<void> {
    for (let batch = batches[next++]; batch !== undefined; batch = batches[next++]) {
      const { status } = await fetch(url, { method: 'POST', body: new Uint8Array(batch) });
      if (status !== 200) throw new Error(`the drain answered ${status}`);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn));
}

async function makeDrain(databaseUrl: string): Promise<{ readonly siteId: string; readonly key: string }> {
  const { accountId, siteId } = await makeSite(databaseUrl);
  const key = generateApiKey();
  await withClient(databaseUrl, (client) =>
    client.query(
      `insert into api_keys (account_id, key_hash, name, last_four, created_at, collect_site_id, drains)
       values ($1, $2, 'bench', $3, '2026-01-01', $4, true)`,
      [accountId, hashApiKey(key), lastFour(key), siteId],
    ),
  );
  return { siteId, key };
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { noEvents } from '../../src/domain/event-counts.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { type LogImport, importLog } from '../../src/logs/import-log.ts';
import { openLogText } from '../../src/logs/log-text.ts';
import { createLogBook } from '../../src/operations/recording/log-book.ts';
import { createClassifier } from '../../src/recording/classify-request.ts';
import { openRequestRules } from '../../src/serving/request-rules.ts';
import { readConfig } from '../../src/settings/config.ts';
import { pathOf } from '../collect/support.ts';
import { countStored } from '../queries/support.ts';
import { NOW } from '../support/gateway.ts';
import { makeKey } from '../support/makers.ts';
import { type TestDrain, makeDrain, ndjson, rayRecord, startDrains, tally } from './support.ts';

const gateway = startDrains();
const { db } = gateway;

type Way = 'Logpush' | 'a file' | 'the collector';

/** Brings the visits with these numbers the way, and returns how many were recorded and how many were there already. */
type Brings = (
  drain: TestDrain,
  visits: readonly number[],
) => Promise<{ readonly recorded: number; readonly repeats: number }>;

const WAYS: Readonly<Record<Way, Brings>> = {
  async Logpush({ send }, visits) {
    const { text } = await send(ndjson(visits.map((n) => rayRecord(n))));
    const { recorded, repeated } = JSON.parse(text) as { recorded: number; repeated: number };
    expect(text).toBe(tally(recorded, repeated));
    return { recorded, repeats: repeated };
  },
  async 'a file'({ site }, visits) {
    const path = writeLog(ndjson(visits.map((n) => rayRecord(n))));
    const handle = await open(path);
    const { rules, close } = await openRequestRules(readConfig({}).recording);
    const stop = new AbortController().signal;
    const work: LogImport = {
      book: createLogBook({ db, slot: 0, now: () => Date.parse(NOW), plans: DEFAULT_PLANS }, site.id),
      readOptions: { format: undefined, classify: createClassifier({ ...rules, siteDomain: site.domain }) },
      ...{ recorded: noEvents(), leftOver: undefined, stop },
      ...{ onRead: () => undefined, onBatch: () => undefined },
    };
    const text = await openLogText(handle, path, stop);
    const { recorded, tally: read } = await importLog(
      { name: path, text, file: { path, modifiedAtMs: 1 } },
      work,
    );
    await handle.close();
    close();
    return { recorded: recorded.bot, repeats: read.passedOver.get('repeated-request') ?? 0 };
  },
  async 'the collector'({ site }, visits) {
    const { key } = await makeKey(db, site.accountId, site.id);
    const items = visits.map((n) => ({
      ...{ type: 'request', method: 'GET', target: `/page/${n}`, host: 'example.com', status: 200 },
      ...{ address: '192.0.2.7', user_agent: 'Mozilla/5.0; GPTBot/1.2', created_at: '2026-03-15T10:00:00Z' },
      // as the header CF-Ray has it
      id: `${n.toString(16).padStart(16, '0')}-FRA`,
    }));
    const { body } = await gateway.rest(pathOf(site.id), key, {
      method: 'POST',
      body: JSON.stringify(items),
    });
    const { recorded, passed_over: repeats } = body as { recorded: number; passed_over: number };
    return { recorded, repeats };
  },
};

function writeLog(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-ways-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const path = join(folder, 'access.log');
  writeFileSync(path, text);
  return path;
}

it('counts records, of which one may have several requests', async () => {
  const drain = await makeDrain(gateway);
  const lineOf = (...visits: readonly number[]) => `${JSON.stringify(visits.map((n) => rayRecord(n)))}\n`;
  const first = ndjson([rayRecord(1)]) + lineOf(2, 3) + lineOf(4, 5);

  expect((await drain.send(first)).text).toBe(tally(3));
  expect((await drain.send(first + lineOf(3, 4))).text).toBe(tally(0, 4));
  expect((await drain.send(ndjson([rayRecord(6)]) + lineOf(4, 5, 7) + lineOf(1, 2))).text).toBe(tally(2, 1));
  expect(await countStored(db, drain.site.id)).toMatchObject({ events: 7 });
});

it.each<readonly [Way, Way, Way]>([
  ['Logpush', 'a file', 'the collector'],
  ['a file', 'the collector', 'Logpush'],
  ['the collector', 'Logpush', 'a file'],
])('counts traffic that comes by %s, by %s and by %s once', async (first, second, third) => {
  const drain = await makeDrain(gateway);

  expect(await WAYS[first](drain, [1, 2, 3])).toEqual({ recorded: 3, repeats: 0 });
  expect(await WAYS[second](drain, [2, 3, 4])).toEqual({ recorded: 1, repeats: 2 });
  expect(await WAYS[third](drain, [1, 2, 3, 4, 5])).toEqual({ recorded: 1, repeats: 4 });
  expect(await countStored(db, drain.site.id)).toEqual({ events: 5, inDays: 5, inBuckets: 5 });
});

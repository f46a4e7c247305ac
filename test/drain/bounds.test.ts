import { describe, expect, inject, it, vi } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';
import { createGivingUpReader, createMixedReader } from '../../src/drain/mixed-reader.ts';
import { type ScanParts, type ScannedPart, MAX_RECORDS, scanBatch } from '../../src/drain/scan-batch.ts';
import { createUnwrappingReader } from '../../src/drain/wrapped-line.ts';
import type { SourceNotes, SourceReport } from '../../src/operations/recording/source-notes.ts';
import { countStored } from '../queries/support.ts';
import { atEnd } from '../support/at-end.ts';
import { combinedLine, combinedLines, makeDrain, startDrains, tally } from './support.ts';

let onInsert: (() => void) | undefined;
const db = openDatabase({
  connection: inject('database'),
  poolSize: 4,
  statementTimeoutMs: 30_000,
  aroundQuery({ text }, send) {
    if (text.includes('insert into events')) onInsert?.();
    return send();
  },
});
atEnd(() => db.destroy());
const noted: SourceReport[] = [];
const sources: SourceNotes = {
  note: (_, report) => noted.push(report),
  refuse: () => undefined,
  settle: () => Promise.resolve(true),
};
const gateway = startDrains({ db, sources });

// eslint-disable-next-line @typescript-eslint/require-await -- blocks come from a file
async function* once(text: string): AsyncGenerator<Buffer, void> {
  yield Buffer.from(text);
}

async function scan(text: string, parts: Partial<ScanParts> = {}): Promise<ScannedPart[]> {
  const scanned: ScannedPart[] = [];
  const reader = createUnwrappingReader(createMixedReader());
  const classify: ScanParts['classify'] = () => ({ passedOver: 'ordinary-visit' });
  const { signal } = new AbortController();
  for await (const part of scanBatch(once(text), { reader, classify, signal, ...parts })) scanned.push(part);
  return scanned;
}

describe('the records of a batch', () => {
  it('have a bound, beyond which nothing is read', async () => {
    const bounded = { maxRecords: 3 };

    expect(await scan(combinedLines(3), bounded)).toMatchObject([{ until: 3, isCut: false }]);
    expect(await scan(combinedLines(4), bounded)).toMatchObject([{ until: 3, isCut: true }]);
  });

  it('are refused beyond the bound', async () => {
    const drain = await makeDrain(gateway);
    const { status, text } = await drain.send('x\n'.repeat(MAX_RECORDS + 1));

    expect([status, JSON.parse(text)]).toEqual([
      413,
      {
        error:
          'A batch holds at most 64 MiB, unpacked, and 1,000,000 records. Those of this one were recorded, and what follows them was not. Set the sender to smaller batches.',
        code: 'BATCH_TOO_LARGE',
      },
    ]);
  });

  it('are recorded part by part, also where few of them have events', async () => {
    const parts = await scan(combinedLines(7), { maxRecordsOfPart: 3 });

    expect(parts.map(({ until, skipped }) => [until, skipped.get('ordinary-visit')?.count])).toEqual([
      ...[
        [3, 3],
        [6, 3],
        [7, 1],
      ],
    ]);
  });

  it('are no blank lines', async () => {
    const drain = await makeDrain(gateway);
    const blank = '\n'.repeat(MAX_RECORDS + 1);

    expect((await drain.send(`${blank}${combinedLine(1)}\r\n \t\n\r\n${combinedLine(2)}\n  `)).text).toBe(
      tally(2),
    );
  });

  it.each([
    ['an object', '{"a":1}', 1],
    ['an object with a message', '{"message":"none"}', 2],
    ['a broken object', '{x}', 1],
  ])('are parsed once, not for each format: %s', async (_, line, times) => {
    const parse = vi.spyOn(JSON, 'parse');
    await scan(`${line}\n`);
    const seen = parse.mock.calls.filter(([text]) => text === line);
    parse.mockRestore();

    expect(seen).toHaveLength(times);
  });

  it('are tried on no format any more where many are in none', async () => {
    const reader = (most: number) => createGivingUpReader(createMixedReader(), most);
    const late = `${'x\n'.repeat(3)}${combinedLine(1)}\n`;

    const [read] = await scan(late, { reader: reader(4) });
    const [given] = await scan(late, { reader: reader(3) });

    expect([...(read?.skipped.keys() ?? [])]).toEqual(['not-a-log-line', 'ordinary-visit']);
    expect(given?.skipped.get('not-a-log-line')?.count).toBe(4);
  });
});

describe('a sender that leaves before it is answered', () => {
  it('ends the recording between two parts, and its repeat goes on there', async () => {
    const drain = await makeDrain(gateway);
    const leaving = new AbortController();
    const init = { method: 'POST', body: combinedLines(12_000), signal: leaving.signal };
    onInsert = () => {
      leaving.abort();
    };
    await gateway.fetch(new Request(`http://site-traffic.test/drain/${drain.token}`, init));
    onInsert = undefined;

    expect(await countStored(db, drain.site.id)).toMatchObject({ events: 5_000 });
    expect(noted.at(-1)).toMatchObject({ records: 5_000, events: 5_000, repeats: 0, lastEvent: true });
    expect((await drain.send(combinedLines(12_000))).text).toBe(tally(7_000, 5_000));
    expect(gateway.logged().filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  it('is noticed while records that become no event are read', async () => {
    const leaving = new AbortController();
    const reason = new Error('left');
    const classify: ScanParts['classify'] = () => {
      leaving.abort(reason);
      return { passedOver: 'ordinary-visit' };
    };

    await expect(scan(combinedLines(150), { classify, signal: leaving.signal })).rejects.toBe(reason);
  });
});

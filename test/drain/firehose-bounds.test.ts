import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { firehoseRecords } from '../../src/drain/senders/firehose.ts';

const LINE = `${'x'.repeat(599)}\n`;
const packed = gzipSync(LINE);
const damaged = Buffer.from(packed);
damaged.fill(0, 12);
const TOO_LARGE = [{ passedOver: 'too-large' }];
const UNREADABLE = [{ passedOver: 'unreadable' }];

async function read(records: readonly Buffer[], mostUnpackedBytes: number): Promise<unknown[]> {
  const body = JSON.stringify({ records: records.map((record) => ({ data: record.toString('base64') })) });
  async function* chunks() {
    yield await Promise.resolve(Buffer.from(body));
  }
  const blocks: unknown[] = [];
  for await (const block of firehoseRecords({ chunks }, mostUnpackedBytes))
    blocks.push(Buffer.isBuffer(block) ? block.toString() : block);
  return blocks;
}

it('packed records count until they have unpacked to the bound of all together, and plain ones beyond', async () => {
  const records = [packed, packed, packed, Buffer.from(LINE)];

  expect(await read(records, 1_200)).toEqual([LINE, LINE, TOO_LARGE, LINE]);
  expect(await read(records, 1_201)).toEqual([LINE, LINE, LINE, LINE]);
});

it('a damaged record takes as much of the bound as a record may unpack to', async () => {
  const mib = 1_048_576;

  expect(await read([damaged, packed], 8 * mib)).toEqual([UNREADABLE, TOO_LARGE]);
  expect(await read([damaged, packed], 8 * mib + 1)).toEqual([UNREADABLE, LINE]);
});

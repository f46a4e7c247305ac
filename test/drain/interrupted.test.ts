import { describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';
import { countStored } from '../queries/support.ts';
import { atEnd } from '../support/at-end.ts';
import { combinedLines, makeDrain, ndjson, rayRecord, startDrains, tally } from './support.ts';

/** A gateway whose database fails in the nth transaction with events from now on, before they are stored or after. */
function startFailing() {
  let left = 0;
  let failsAfter = false;
  let isCounting = false;
  const db = openDatabase({
    connection: inject('database'),
    poolSize: 4,
    statementTimeoutMs: 30_000,
    async aroundQuery({ text }, send) {
      const isInsert = text.includes('insert into events');
      if (isInsert) left--;
      if (isInsert && left === 0 && !failsAfter) throw Object.assign(new Error('no'), { code: '22000' });
      // what counts the events in their month comes last
      if (text.includes('insert into site_months')) isCounting = true;
      if (text !== 'commit' || !isCounting) return send();
      isCounting = false;
      const result = await send();
      if (left === 0 && failsAfter) throw Object.assign(new Error('no answer'), { code: '08006' });
      return result;
    },
  });
  atEnd(() => db.destroy());
  return {
    ...startDrains({ db }),
    failAt(transaction: number, after: boolean): void {
      left = transaction;
      failsAfter = after;
    },
  };
}

const gateway = startFailing();

describe('a batch whose recording breaks off between its parts', () => {
  it.each([
    ['before a part is stored', combinedLines(12_000), false],
    ['after a part is stored', combinedLines(12_000), true],
    [
      'before a part with ids is stored',
      ndjson(Array.from({ length: 12_000 }, (_, n) => rayRecord(n))),
      false,
    ],
    ['after a part with ids is stored', ndjson(Array.from({ length: 12_000 }, (_, n) => rayRecord(n))), true],
  ])('is asked for again, and then recorded as a whole, once: %s', async (_, body, isStored) => {
    const drain = await makeDrain(gateway);
    gateway.failAt(2, isStored);
    const failed = await drain.send(body);
    const repeated = await drain.send(body);

    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '1']);
    const before = isStored ? 10_000 : 5_000;
    expect([repeated.status, repeated.text]).toEqual([200, tally(12_000 - before, before)]);
    expect(await countStored(gateway.db, drain.site.id)).toEqual({
      ...{ events: 12_000, inDays: 12_000, inBuckets: 12_000 },
    });
  });
});

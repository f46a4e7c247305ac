import { describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';
import { countStored } from '../queries/support.ts';
import { atEnd } from '../support/at-end.ts';
import { combinedLines, makeDrain, ndjson, rayRecord, startDrains, tally } from './support.ts';

const ENDS: ReadonlySet<string> = new Set(['commit', 'rollback']);

/**
 * A gateway whose database fails in a transaction with events, before they are stored or after. It fails once. An attempt that
 * is made again, since it waited too long for a lock or the month was recounted, is no transaction of its own.
 */
function startFailing() {
  let storedBefore: number | undefined;
  let failsAfter = false;
  let isCounting = false;
  const fail = (code: string) => {
    storedBefore = undefined;
    return Object.assign(new Error('no'), { code });
  };
  const countStored = () => {
    if (storedBefore === 0) throw fail('08006');
    if (storedBefore !== undefined) storedBefore--;
  };
  const db = openDatabase({
    connection: inject('database'),
    // one transaction at a time: a commit is then of the insert before it
    poolSize: 1,
    statementTimeoutMs: 30_000,
    async aroundQuery({ text }, send) {
      if (text.includes('insert into events') && storedBefore === 0 && !failsAfter) throw fail('22000');
      // what counts the events in their month comes last
      if (text.includes('insert into site_months')) isCounting = true;
      const isStored = isCounting && text === 'commit';
      isCounting &&= !ENDS.has(text);
      const result = await send();
      if (isStored) countStored();
      return result;
    },
  });
  atEnd(() => db.destroy());
  return {
    ...startDrains({ db }),
    /** From now on, a number of transactions with events are stored, and then one fails. */
    failAfter(transactions: number, after: boolean): void {
      storedBefore = transactions;
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
    gateway.failAfter(1, isStored);
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

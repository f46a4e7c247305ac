import { expect, it } from 'vitest';
import { Unusable } from '../../src/serving/unusable.ts';
import { awaitDatabase } from '../../src/cli/logs/await-database.ts';
import { FolderInUse } from '../../src/embedded/embedded-database.ts';

function unusable(message: string, code?: string): Unusable {
  const cause = Object.assign(new Error(message), code === undefined ? {} : { code });
  return new Unusable('the database cannot be used', { cause });
}

/** Opens a database that fails like this, one failure after the other, and then opens. */
async function open(...failures: readonly Error[]): Promise<readonly string[]> {
  const seen: string[] = [];
  const left = [...failures];
  await awaitDatabase(
    (onOpen) => {
      const failure = left.shift();
      if (failure) return Promise.reject(failure);
      onOpen();
      return Promise.resolve();
    },
    {
      sleep: (ms) => Promise.resolve(void seen.push(`sleep ${ms}`)),
      note: ({ kind }) => seen.push(kind),
    },
  );
  return seen;
}

it('retries while the database is away, and reports when that begins and ends', async () => {
  expect(await open()).toEqual([]);
  expect(
    await open(unusable('refused', 'ECONNREFUSED'), new FolderInUse('held'), unusable('starting', '57P03')),
  ).toEqual(['database-away', ...['sleep 5000', 'sleep 5000', 'sleep 5000'], 'database-back']);
});

it.each([
  ['a wrong password', unusable('no', '28P01')],
  ['a missing password', unusable('SASL: client password must be a string')],
  ['an unknown database', unusable('no', '3D000')],
  ['missing migrations', new Unusable('the database lacks 1 migration')],
])('does not wait because of %s', async (_, failure) => {
  await expect(open(failure)).rejects.toBe(failure);
});

it('does not retry once the database was open', async () => {
  const failure = unusable('refused', 'ECONNREFUSED');
  const opening = awaitDatabase(
    (onOpen) => {
      onOpen();
      return Promise.reject(failure);
    },
    { sleep: () => Promise.resolve(), note: () => undefined },
  );
  await expect(opening).rejects.toBe(failure);
});

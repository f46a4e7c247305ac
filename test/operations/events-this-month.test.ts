import { describe, expect, it } from 'vitest';
import { countEach, unlessAway } from '../../src/operations/events-this-month.ts';

/** What Citus answers over a healthy connection. */
const AWAY = Object.assign(new Error('connection to the remote node failed'), {
  code: '08006',
  severity: 'ERROR',
});
const BROKEN = Object.assign(new Error('relation does not exist'), { code: '42P01', severity: 'ERROR' });

/** Counts the sites, unless one of those that fail is among them. */
function counting(failing: Readonly<Record<string, Error>>) {
  const asked: (readonly string[])[] = [];
  const count = (ids: readonly string[]) => {
    asked.push(ids);
    const fault = ids.map((id) => failing[id]).find((error) => error !== undefined);
    return fault ? Promise.reject(fault) : Promise.resolve(new Map([['a', 3]]));
  };
  return { asked, count };
}

describe('the events of the sites this month', () => {
  it('are counted at once', async () => {
    const { asked, count } = counting({});

    expect(await countEach(count, ['a', 'b'])).toEqual([3, 0]);
    expect(asked).toEqual([['a', 'b']]);
  });

  it('are an error for a site whose node is away, and counts for the others', async () => {
    const { asked, count } = counting({ b: AWAY });

    expect(await countEach(count, ['a', 'b', 'c'])).toEqual([3, AWAY, 0]);
    expect(asked).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']]);
  });

  it('fail for all sites for any other reason, without another question', async () => {
    const { asked, count } = counting({ b: BROKEN });

    await expect(countEach(count, ['a', 'b'])).rejects.toBe(BROKEN);
    expect(asked).toHaveLength(1);
  });
});

it('a count is null while its node is away, and no other fault is', async () => {
  expect(await unlessAway(Promise.resolve(0))).toBe(0);
  expect(await unlessAway(Promise.reject(AWAY))).toBeNull();
  await expect(unlessAway(Promise.reject(BROKEN))).rejects.toBe(BROKEN);
});

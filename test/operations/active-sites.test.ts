import { describe, expect, it } from 'vitest';
import { findActive } from '../../src/operations/active-sites.ts';

/** What Citus answers over a healthy connection. */
const AWAY = Object.assign(new Error('connection to the remote node failed'), {
  code: '08006',
  severity: 'ERROR',
});
const BROKEN = Object.assign(new Error('relation does not exist'), { code: '42P01', severity: 'ERROR' });

/** Finds `a` active, unless a site that fails is among those asked for. */
function finding(failing: Readonly<Record<string, Error>>) {
  const asked: (readonly string[])[] = [];
  const find = (ids: readonly string[]) => {
    asked.push(ids);
    const fault = ids.map((id) => failing[id]).find((error) => error !== undefined);
    return fault ? Promise.reject(fault) : Promise.resolve(new Set(ids.filter((id) => id === 'a')));
  };
  return { asked, find };
}

describe('the active sites', () => {
  it('are found at once, and none without asking', async () => {
    const { asked, find } = finding({});

    expect(await findActive(find, ['a', 'b'])).toEqual(new Set(['a']));
    expect(await findActive(find, [])).toEqual(new Set());
    expect(asked).toEqual([['a', 'b']]);
  });

  it('have a site among them whose node is away, which hides no other', async () => {
    const { asked, find } = finding({ b: AWAY });

    expect(await findActive(find, ['a', 'b', 'c'])).toEqual(new Set(['a', 'b']));
    expect(asked).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']]);
  });

  it('fail for any other reason, without another question', async () => {
    const { asked, find } = finding({ b: BROKEN });

    await expect(findActive(find, ['a', 'b'])).rejects.toBe(BROKEN);
    expect(asked).toHaveLength(1);
  });
});

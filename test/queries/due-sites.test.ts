import { EventEmitter, once } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { lookAtSites } from '../../src/operations/upkeep/due-sites.ts';
import { several } from '../../src/database/several.ts';

const SITES = ['a', 'b', 'c', 'd', 'e'];
const away = Object.assign(new Error('worker away'), { code: '08006', severity: 'ERROR' });

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('a look at many sites', () => {
  it('is one, unless it fails: then only the sites that fail are left out', async () => {
    const looks: string[] = [];
    const look = (siteIds: readonly string[]) => {
      looks.push(siteIds.join(''));
      return siteIds.includes('c') ? Promise.reject(away) : Promise.resolve(siteIds);
    };

    expect(await all(lookAtSites(['a', 'b'], look))).toEqual(['a', 'b']);
    expect(looks).toEqual(['ab']);
    expect(await all(lookAtSites(SITES, look))).toEqual(['a', 'b', { siteId: 'c', cause: away }, 'd', 'e']);
    expect(await all(lookAtSites([], () => Promise.reject(away)))).toEqual([]);
  });

  it('ends if the database is away', async () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const looks: string[] = [];
    const look = (siteIds: readonly string[]) => {
      looks.push(siteIds.join(''));
      return Promise.reject(refused);
    };

    await expect(all(lookAtSites(SITES, look))).rejects.toBe(refused);
    expect(looks).toEqual(['abcde']);
  });
});

async function* items(): AsyncGenerator<string> {
  for (const each of SITES) yield await Promise.resolve(each);
}

describe('work on several sites', () => {
  it('goes on with the others while one takes long, and never on more at a time', async () => {
    const slow = new EventEmitter();
    let underway = 0;
    let most = 0;
    const results = all(
      several(items(), 2, async (item) => {
        most = Math.max(most, ++underway);
        if (item === 'a') await once(slow, 'end');
        if (item === 'e') slow.emit('end');
        await Promise.resolve();
        underway--;
        return item;
      }),
    );

    expect((await results).toSorted()).toEqual(SITES);
    expect((await results).indexOf('a')).toBeGreaterThan(2);
    expect(most).toBe(2);
  });

  it('throws what work throws, once the rest has ended', async () => {
    const error = new Error('away');
    const ended: string[] = [];
    const work = async (item: string) => {
      if (item === 'b') throw error;
      await new Promise(setImmediate);
      ended.push(item);
    };

    await expect(all(several(items(), 2, work))).rejects.toBe(error);
    expect(ended).toEqual(['a']);
  });

  it('throws it even if the work fails long before the next item is there', async () => {
    const error = new Error('away');
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    async function* slowItems(): AsyncGenerator<string> {
      yield 'a';
      await new Promise(setImmediate);
      yield 'b';
    }

    await expect(all(several(slowItems(), 2, () => Promise.reject(error)))).rejects.toBe(error);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

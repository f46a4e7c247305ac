import { expect, it, vi } from 'vitest';
import { createShares } from '../../src/limits/shares.ts';

function start() {
  const { take } = createShares({ total: 8, share: 4 });
  const lost: string[] = [];
  const takeAs = (holder: string | undefined, amount?: number) =>
    take(holder, () => lost.push(holder ?? 'nameless'), amount);
  return { takeAs, lost };
}

it('nobody has more than their share, and what is given back can be taken again', () => {
  const { takeAs, lost } = start();
  const give = takeAs('a', 3);
  expect([takeAs('a', 2), takeAs('a')]).toEqual([undefined, expect.any(Function)]);
  expect(takeAs('a')).toBeUndefined();

  give?.();
  give?.();

  expect(takeAs('a', 3)).toBeDefined();
  expect(takeAs('a')).toBeUndefined();
  expect(lost).toEqual([]);
});

it('when all is taken, whoever has the most loses what they took first to those who have less', () => {
  const { takeAs, lost } = start();
  for (let times = 0; times < 4; times++) takeAs('a');
  for (let times = 0; times < 3; times++) takeAs('b');
  takeAs('c');

  expect([takeAs('c'), takeAs('d')]).toEqual([expect.any(Function), expect.any(Function)]);
  expect(lost).toEqual(['a', 'a']);
  // b now has the most
  expect(takeAs('d')).toBeDefined();
  expect(lost).toEqual(['a', 'a', 'b']);
});

it('refuses whoever would have as much as those who have the most', () => {
  const { takeAs, lost } = start();
  for (let times = 0; times < 4; times++) for (const holder of ['a', 'b']) takeAs(holder);
  for (const holder of ['c', 'd']) for (let times = 0; times < 2; times++) takeAs(holder);

  expect(lost).toEqual(['a', 'b', 'a', 'b']);
  expect([takeAs('a'), takeAs('e', 2), takeAs('e')]).toEqual([undefined, undefined, expect.any(Function)]);
});

it('a holder without a name has no share, and gives way first', () => {
  const { takeAs, lost } = start();
  for (let times = 0; times < 8; times++) expect(takeAs(undefined)).toBeDefined();
  expect(takeAs('a')).toBeDefined();
  expect(lost).toEqual(['nameless']);
});

it('what was lost cannot be given back a second time', () => {
  const { take } = createShares({ total: 1, share: 1 });
  const lose = vi.fn();
  const give = take(undefined, lose, 1);
  const other = createShares({ total: 2, share: 2 });
  const first = other.take('a', lose);
  other.take('a', lose);
  other.take('b', lose);
  expect(lose).toHaveBeenCalledOnce();

  first?.();
  give?.();

  // a and b have one each
  expect(other.take('c', lose)).toBeUndefined();
});

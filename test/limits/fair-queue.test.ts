import { expect, it } from 'vitest';
import { createFairQueue } from '../../src/limits/fair-queue.ts';

it("takes each holder's first, then each one's second, in the order in which they came", () => {
  const { add, next, size } = createFairQueue<string>();
  for (let n = 1; n <= 4; n++) add('a', `a${n}`);
  add('b', 'b1');
  add('c', 'c1');
  add('c', 'c2');
  expect(size()).toBe(7);

  const taken = [next(), next()];
  add('d', 'd1');
  for (let item = next(); item !== undefined; item = next()) taken.push(item);

  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'd1', 'c2', 'a3', 'a4']);
  expect(size()).toBe(0);
});

it('keeps the order of one holder, however many come and go', () => {
  const { add, next } = createFairQueue<number>();
  const taken: (number | undefined)[] = [];
  for (let n = 0; n < 100; n++) {
    add('a', 2 * n);
    add('a', 2 * n + 1);
    taken.push(next());
  }
  for (let n = 0; n < 100; n++) taken.push(next());
  expect(taken).toEqual(Array.from({ length: 200 }, (_, n) => n));
});

it('drops the first of a holder without using up its turn', () => {
  const { add, next, dropFirst, size } = createFairQueue<string>();
  for (const item of ['a1', 'a2', 'b1', 'b2', 'c1']) add(item.charAt(0), item);
  for (const holder of ['a', 'b', 'c', 'd']) dropFirst(holder);
  expect(size()).toBe(2);

  expect([next(), next(), next(), size()]).toEqual(['a2', 'b2', undefined, 0]);
});

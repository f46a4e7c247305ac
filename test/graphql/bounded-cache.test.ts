import { expect, it } from 'vitest';
import { createBoundedCache } from '../../src/graphql/bounded-cache.ts';

it('forgets the longest unused text once all are longer than the bound', () => {
  const cache = createBoundedCache<number>(100);
  const text = (index: number) => String(index).padStart(10, '0');
  for (let index = 0; index < 10; index++) cache.set(text(index), index);
  cache.get(text(0));
  cache.set(text(10), 10);
  const kept = Array.from({ length: 11 }, (_, index) => cache.get(text(index)));
  expect(kept).toEqual([0, undefined, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it('counts a text that is set again once', () => {
  const cache = createBoundedCache<number>(20);
  cache.set('a', 1);
  for (let value = 2; value < 100; value++) cache.set('b', value);
  expect([cache.get('a'), cache.get('b')]).toEqual([1, 99]);
});

it('keeps no text longer than a tenth of the bound', () => {
  const cache = createBoundedCache<number>(100);
  cache.set('x'.repeat(11), 1);
  expect(cache.get('x'.repeat(11))).toBeUndefined();
});

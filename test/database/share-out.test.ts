import { describe, expect, it } from 'vitest';
import { shareOut } from '../../src/database/share-out.ts';

describe('the connections of a process', () => {
  it.each([
    { poolSize: 1, writing: 1, reading: 0, atOnce: 1, atOnceOfOne: 1 },
    { poolSize: 2, writing: 1, reading: 1, atOnce: 1, atOnceOfOne: 1 },
    { poolSize: 4, writing: 3, reading: 1, atOnce: 1, atOnceOfOne: 1 },
    { poolSize: 10, writing: 7, reading: 3, atOnce: 3, atOnceOfOne: 1 },
    { poolSize: 100, writing: 67, reading: 33, atOnce: 33, atOnceOfOne: 11 },
  ])('are shared out: of $poolSize, $reading for long reads', ({ poolSize, ...shares }) => {
    expect(shareOut({ poolSize, statementTimeoutMs: 5_000 }, true)).toMatchObject(shares);
  });

  it('to the embedded database carry one long read at a time, whatever their number', () => {
    expect(shareOut({ poolSize: 100, statementTimeoutMs: 5_000 }, false)).toMatchObject({
      ...{ writing: 99, reading: 1, atOnce: 1, atOnceOfOne: 1 },
    });
  });
});

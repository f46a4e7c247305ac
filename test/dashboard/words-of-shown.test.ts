import { describe, expect, it } from 'vitest';
import { wordsOfShown } from '../../src/dashboard/time/words-of-shown.ts';

const TODAY = '2026-11-24';
const atMs = Date.parse('2026-11-24T15:28:20.000Z');
const read = { variables: { start: '2026-10-25', end: '2026-11-23' }, atMs };
const problem = { kind: 'unreachable' } as const;

describe('the sentence under the title', () => {
  it('says which days are shown, and when they were read, while nothing newer comes', () => {
    expect(wordsOfShown({ read, isBusy: false, problem }, TODAY)).toBe(
      'Showing Oct 25 – Nov 23, read at 15:28:20 UTC',
    );
    expect(wordsOfShown({ read: { variables: {}, atMs }, isBusy: false, problem }, '2026-11-25')).toBe(
      'Showing what was read on Nov 24 at 15:28:20 UTC',
    );
  });

  it('says which days are still shown until the others are there', () => {
    expect(wordsOfShown({ read, isBusy: true }, TODAY)).toBe('Reading. Still showing Oct 25 – Nov 23');
  });

  it('is another one otherwise', () => {
    expect(wordsOfShown({ read, isBusy: false }, TODAY)).toBeUndefined();
    expect(wordsOfShown({ read: undefined, isBusy: false, problem }, TODAY)).toBeUndefined();
  });
});

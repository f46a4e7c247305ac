import { describe, expect, it } from 'vitest';
import { placeBeside } from '../../src/dashboard/bot/beside.ts';

describe('what a bot read and what it was answered', () => {
  it.each([
    ['as many pages as statuses beside them take', [20, 12, false], ['statuses', 9]],
    ['five pages beside few statuses', [20, 4, false], ['statuses', 5]],
    ['as many pages as statuses and robots.txt take', [20, 8, true], ['statuses', 11]],
    ['robots.txt below few pages', [1, 8, true], ['pages', 1]],
    ['robots.txt below pages beside many statuses', [6, 18, true], ['pages', 6]],
    ['all pages if there are few', [3, 18, false], ['statuses', 3]],
  ] as const)('has %s', (_, [pages, statuses, hasKeepAway], [keepAway, shown]) => {
    expect(placeBeside({ pages, statuses, hasKeepAway })).toEqual({ keepAway, pages: shown });
  });
});

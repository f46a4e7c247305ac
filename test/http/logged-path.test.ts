import { describe, expect, it } from 'vitest';
import { generateApiKey } from '../../src/domain/api-key.ts';
import { loggedPath } from '../../src/http/logged-path.ts';

/** Every character as a percent escape. */
function escapeAll(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&');
}

const key = generateApiKey();

describe('the path in the log', () => {
  it.each([
    ['/api/v1/sites/site_a/stats', '/api/v1/sites/site_a/stats'],
    ['/caf%C3%A9/a%2Fb', '/café/a/b'],
    ['/a%2520b', '/a b'],
    ['', ''],
    ['/mail/u_2v3WnNNQvWqNkOIUkZSRWm1TuawofpY8Tws-H_Tl40A', '/mail/[key]'],
    ['/MAIL/%75_token', '/MAIL/[key]'],
  ])('of %s is %s', (path, logged) => {
    expect(loggedPath(path)).toBe(logged);
  });

  it.each([
    ['bare', key],
    ['in upper case', key.toUpperCase()],
    ['with one letter escaped', `%73${key.slice(1)}`],
    ['with its underscore escaped', key.replace('_', '%5F')],
    ['escaped as a whole', escapeAll(key)],
    ['escaped as a whole in upper case', escapeAll(key).toUpperCase()],
    ['escaped twice', escapeAll(escapeAll(key))],
    ['escaped four times', key.replace('_', '%2525255f')],
  ])('has no key: %s', (_, written) => {
    expect(loggedPath(`/api/v1/sites/${written}/stats`)).toBe('/api/v1/sites/[key]/stats');
  });

  it.each([
    '/100%',
    '/%zz/a',
    '/%ff/a',
    `/%zz/${escapeAll(key)}`,
    `/100%25/${escapeAll(escapeAll(key))}`,
    `/${key.replace('_', '%252525255f')}`,
  ])('is left out if it cannot be decoded completely: %s', (path) => {
    expect(loggedPath(path)).toBeUndefined();
  });
});

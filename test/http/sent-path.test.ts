import { describe, expect, it } from 'vitest';
import { isAmbiguous, sentPath } from '../../src/http/sent-path.ts';

it.each([
  ['http://x/a/b?c/..', '/a/b'],
  ['http://x', '/'],
  ['http://x?a', '/'],
  ['http://[::1]:80/collect/..\\graphql', '/collect/..\\graphql'],
  ['http://x\\collect', '\\collect'],
  ['http://x/a/../b/%2e%2e/c', '/a/../b/%2e%2e/c'],
  ['http://x/gra\tphql', '/gra\tphql'],
  ['http://x/graphql#/collect?a', '/graphql#/collect'],
  ['http://x//graphql', '//graphql'],
])('the path of %s is %s, in the characters in which it was sent', (url, path) => {
  expect(sentPath(url)).toBe(path);
});

describe('a path that programs may read differently', () => {
  it.each([
    '/collect/..\\graphql',
    '\\graphql',
    '/api/v1/sites/a\\b/stats',
    '/a%5Cb',
    '/a%5cb',
    '/.',
    '/a/./b',
    '/a/..',
    '/collect/../graphql',
    '/collect/%2e%2E/graphql',
    '/collect/.%2e/graphql',
    '/collect/%2e',
    '/collect/..%2fgraphql',
    '/collect%2Fx',
    '/collect/sites/a%2Fb/events',
    '/export/sites/a%2Fb/events.csv',
    '/api/v1%2fsites/a/stats',
    '/api/v1/sites/a/stats%2Fb',
    '/api/v1/sites/a/pages/b%2Fc',
    '/api/v1/sites/..%2F..%2Fcollect/stats',
    '/api/v1/sites/a%2F.%2Fb/stats',
    '/api/v1/sites/a%2F%2e%2e/stats',
  ])('is %s', (path) => {
    expect(isAmbiguous(path)).toBe(true);
  });

  it.each([
    '/',
    '//graphql',
    '/api/v1/sites/a%2Fb/stats',
    '/api/v1/sites/%2f/stats',
    '/api/v1/sites/a%2Fb/bots/c%2Fd',
    '/sites/a/bots/bot%2F1',
    '/a/.b/c./..d/e../...',
    '/a/%252e%252e/%255c/%252f',
    '/a/..;/b',
  ])('is not %s', (path) => {
    expect(isAmbiguous(path)).toBe(false);
  });
});

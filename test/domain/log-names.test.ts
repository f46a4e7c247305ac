import { expect, it } from 'vitest';
import { shortNames } from '../../src/domain/log-names.ts';

it.each([
  [[], []],
  [['/var/log/nginx/access.log'], ['access.log']],
  [
    ['/var/log/a/access.log', '/var/log/b/access.log', '/var/log/b/other.log'],
    ['a/access.log', 'b/access.log', 'other.log'],
  ],
  [
    ['/srv/1/log/access.log', '/srv/2/log/access.log', 'C:\\log\\access.log'],
    ['1/log/access.log', '2/log/access.log', 'C:/log/access.log'],
  ],
  [
    ['/log/access.log', '/var/log/access.log'],
    ['log/access.log', 'var/log/access.log'],
  ],
  [
    ['standard input', ''],
    ['standard input', ''],
  ],
])('%j are named %j', (paths, names) => {
  expect(shortNames(paths)).toEqual(names);
});

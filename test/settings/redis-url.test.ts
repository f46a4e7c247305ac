import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/settings/config.ts';
import { type RedisAddress, parseRedisUrl } from '../../src/settings/redis-url.ts';

const SERVER: RedisAddress = {
  nodes: [{ host: 'redis.example', port: 6379 }],
  master: undefined,
  tls: false,
  username: undefined,
  password: undefined,
  sentinelPassword: undefined,
  database: 0,
};
const SENTINELS: RedisAddress = {
  ...SERVER,
  nodes: [
    { host: 'a.example', port: 26_379 },
    { host: 'b.example', port: 5000 },
  ],
  master: 'mymaster',
};

describe('an address of Redis', () => {
  it.each<[string, RedisAddress]>([
    ['redis://redis.example', SERVER],
    ['redis://redis.example/', SERVER],
    [
      'redis://redis.example:7000/3',
      { ...SERVER, nodes: [{ host: 'redis.example', port: 7000 }], database: 3 },
    ],
    ['rediss://redis.example', { ...SERVER, tls: true }],
    ['redis://[::1]:7000', { ...SERVER, nodes: [{ host: '::1', port: 7000 }] }],
    ['redis://:secret@redis.example', { ...SERVER, password: 'secret' }],
    ['redis://me:p%40ss%2F:word@redis.example', { ...SERVER, username: 'me', password: 'p@ss/:word' }],
    ['redis+sentinel://a.example,b.example:5000/mymaster', SENTINELS],
    [
      'rediss+sentinel://me:secret@a.example,b.example:5000/mymaster/3?sentinel_password=an%26other',
      {
        ...SENTINELS,
        tls: true,
        username: 'me',
        password: 'secret',
        sentinelPassword: 'an&other',
        database: 3,
      },
    ],
  ])('%s is understood', (given, expected) => {
    expect(parseRedisUrl(given)).toEqual(expected);
  });

  it.each([
    'redis.example:6379',
    'http://redis.example',
    'redis://',
    'redis://host:0',
    'redis://host:70000',
    'redis://host/name',
    'redis://host:6379:6380',
    'redis://a.example,b.example',
    'redis://host?tls=true',
    'redis://me:sec%ret@host',
    'redis+sentinel://a.example',
    'redis+sentinel://a.example/mymaster/x',
    'redis+sentinel://a.example/mymaster?password=x',
  ])('%s is refused', (given) => {
    expect(parseRedisUrl(given)).toBeUndefined();
  });

  it.each([
    ['redis://me:s@cret@host', 'percent-encode the special characters of the password, for example @ as %40'],
    ['redis://me:s/cret@host', 'percent-encode the special characters of the password, for example @ as %40'],
    ['redis+sentinel://me:cret@host', 'after the hosts, name the master that the Sentinels watch'],
    ['redis-sentinel://me:cret@host/mymaster', 'an address of Sentinels begins with redis+sentinel://'],
  ])('%s is refused with advice, and without the password', (given, advice) => {
    const complaint = complaintAbout(given);
    expect(complaint).toMatch(/^REDIS_URL must be a Redis address such as /);
    expect(complaint).toContain(advice);
    expect(complaint).not.toContain('cret');
  });
});

function complaintAbout(given: string): string {
  try {
    readConfig({ REDIS_URL: given });
  } catch (error) {
    if (error instanceof ConfigError) return error.complaints.join();
    throw error;
  }
  return '';
}

import { describe, expect, it } from 'vitest';
import { adviseOnPostgresUrl, parsePostgresUrl, splitHosts } from '../../src/settings/postgres-url.ts';

const hosts = (...ports: readonly (readonly [string, number])[]) =>
  ports.map(([host, port]) => ({ host, port }));

describe('an address with several hosts', () => {
  it.each([
    [
      'postgres://user:p%40ss@one:5433,two/db?sslmode=disable&target_session_attrs=read-write',
      'postgres://user:p%40ss@one/db?sslmode=disable',
      'read-write',
      hosts(['one', 5433], ['two', 5432]),
    ],
    [
      'postgres://user@[::1]:5433,10.0.0.2:5434/db?target_session_attrs=primary',
      'postgres://user@[::1]/db',
      'primary',
      hosts(['::1', 5433], ['10.0.0.2', 5434]),
    ],
    [
      'postgres://user@/db?host=one,two&port=5433,5434&target_session_attrs=primary',
      'postgres://user@one/db',
      'primary',
      hosts(['one', 5433], ['two', 5434]),
    ],
    [
      'postgres://user@/db?host=one,two,three&port=6000&target_session_attrs=primary',
      'postgres://user@one/db',
      'primary',
      hosts(['one', 6000], ['two', 6000], ['three', 6000]),
    ],
  ])('is split into them, and the address without the list: %s', (given, url, requires, listed) => {
    expect(parsePostgresUrl(given)).toBe(given);
    expect(splitHosts(given)).toEqual({ url, requires, hosts: listed });
    expect(adviseOnPostgresUrl(given)).toBeUndefined();
  });

  it.each(['', '?target_session_attrs=any', '?target_session_attrs=standby', '?sslmode=disable'])(
    'is refused unless it asks for the host that accepts writes: %s',
    (query) => {
      const given = `postgres://user@one,two/db${query}`;
      expect(parsePostgresUrl(given)).toBeUndefined();
      expect(adviseOnPostgresUrl(given)).toMatch(/^several hosts need \?target_session_attrs=read-write/);
    },
  );

  it.each(['one:x,two', 'one,', ',two', 'one:0,two', 'one:70000,two', '::1,two', 'one, two'])(
    'is refused if one of them is none: %s',
    (list) => {
      const given = `postgres://user@${list}/db?target_session_attrs=primary`;
      expect(parsePostgresUrl(given)).toBeUndefined();
      expect(adviseOnPostgresUrl(given)).toMatch(/^several hosts are written /);
    },
  );

  it('is refused if its ports are more or fewer than its hosts, and not one for all', () => {
    for (const ports of ['1,2', '1,2,3,4'])
      expect(
        parsePostgresUrl(`postgres://u@/db?host=a,b,c&port=${ports}&target_session_attrs=primary`),
      ).toBeUndefined();
  });
});

describe('an address with one host', () => {
  it.each([
    'postgres://user:password@host:5432/database',
    'postgres://user@/db?host=/run/postgresql',
    'postgres://user@host/db?target_session_attrs=any',
    'postgresql://[::1]:5432/db',
  ])('is passed on as it is: %s', (given) => {
    expect(parsePostgresUrl(given)).toBe(given);
    expect(splitHosts(given)).toEqual({ url: given, hosts: [], requires: undefined });
  });
});

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ArrivedQuery, SourcePartsFragment } from '../../src/dashboard/generated/graphql.ts';
import { arrivalOf } from '../../src/dashboard/traffic-in/arrival-state.ts';
import { findWays } from '../../src/dashboard/traffic-in/find-ways.ts';
import type { Way } from '../../src/dashboard/traffic-in/ways/way.ts';
import { WAYS, wayOf } from '../../src/dashboard/traffic-in/ways/ways.ts';
import { blocksBelow } from '../support/page.ts';
import { sourceParts } from '../support/source-parts.ts';

const AIM = {
  siteId: 'site_b6xr1v5n8yj2fk4s',
  domain: 'example.org',
  origin: 'https://stats.example.org',
  command: 'node dist/cli.js',
  key: 'st_KEY',
};

const codesOf = (way: Way, aim = AIM) => way.steps(aim).flatMap(({ code }) => code ?? []);

const knownWay = (id: string): Way => {
  const way = wayOf(id);
  if (!way) throw new Error(`no way ${id}`);
  return way;
};

describe('the ways to get traffic in', () => {
  it('have an address each', () => {
    expect(new Set(WAYS.map(({ id }) => id)).size).toBe(WAYS.length);
    expect(WAYS.filter(({ id }) => encodeURIComponent(id) !== id)).toEqual([]);
  });

  it('that need a key carry it in what is copied, and the others name the site', () => {
    const carried = WAYS.map((way) => ({
      id: way.id,
      carries: codesOf(way)
        .join('\n')
        .includes(way.scope ? AIM.key : AIM.siteId),
    }));
    expect(carried.filter(({ carries }) => !carries)).toEqual([]);
  });

  it('follow the log of nginx as docs/access-logs.md does', () => {
    expect(codesOf(knownWay('nginx')).slice(0, 3)).toEqual([
      'node dist/cli.js logs import --dry-run --explain --domain example.org /var/log/nginx/access.log',
      "node dist/cli.js logs import --site site_b6xr1v5n8yj2fk4s '/var/log/nginx/access.log*'",
      'node dist/cli.js logs follow --site site_b6xr1v5n8yj2fk4s /var/log/nginx/access.log',
    ]);
  });

  it.each([
    ['https://stats.example.org', 'Port        443', 'TLS         On'],
    ['http://127.0.0.1:4000', 'Port        4000', 'TLS         Off'],
  ])('take the address %s apart for a program that wants its parts', (origin, port, tls) => {
    const [config = ''] = codesOf(knownWay('fluent-bit'), { ...AIM, origin });
    expect(config.split('\n').map((line) => line.trim())).toEqual(expect.arrayContaining([port, tls]));
  });
});

describe('what is downloaded', () => {
  it('is among the senders', () => {
    const named = WAYS.flatMap((way) => [
      ...way.steps(AIM).flatMap(({ download }) => download ?? []),
      ...codesOf(way).flatMap((code) => code.match(/(?<=\/senders\/)[\w.-]+/g) ?? []),
    ]);
    const served = [...readdirSync('senders'), 'site-traffic-wordpress.zip'];
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !served.includes(name))).toEqual([]);
  });
});

describe('the search for a way', () => {
  it.each([
    ['', WAYS.length],
    ['  ', WAYS.length],
    ['no such thing', 0],
  ])('%j finds %i', (text, count) => {
    expect(findWays(WAYS, text)).toHaveLength(count);
  });

  it.each([
    ['WordPress', ['wordpress', 'nginx', 'apache']],
    ['shop', ['cloudflare-worker']],
    ['aws firehose', ['cloudfront']],
    ['django', ['python', 'nginx']],
    ['k8s', ['kubernetes']],
  ])('%s finds what people run', (text, ids) => {
    expect(findWays(WAYS, text).map(({ id }) => id)).toEqual(ids);
  });
});

const KEY = 'key_1';

const ACCOUNT = {
  usage: { used: 10, limit: 100, resetsAt: '2026-12-01T00:00:00.000Z' },
  keys: [{ id: KEY, revokedAt: null }],
};

const answer = (
  sources: readonly SourcePartsFragment[],
  account: ArrivedQuery['account'] = ACCOUNT,
): ArrivedQuery => ({ account, site: { domain: 'example.org', sources: [...sources] } });

const vercel = { way: knownWay('vercel'), keyId: KEY };

describe('what has arrived', () => {
  const drained = { kind: 'DRAIN', sender: 'vercel', keyId: KEY } as const;
  const window = { records: 5, events: 0, repeats: 0, skipped: [] };

  it('is nothing before the first record, whatever other keys and senders delivered', () => {
    const others = [sourceParts({ kind: 'DRAIN', sender: 'logpush', keyId: 'key_2', window })];
    expect(arrivalOf(answer(others), vercel)).toEqual({ kind: 'waiting' });
  });

  it('is received until there is an event, and recorded then', () => {
    const kindWith = (events: number) =>
      arrivalOf(answer([sourceParts({ ...drained, window: { ...window, events } })]), vercel).kind;
    expect([0, 1].map(kindWith)).toEqual(['received', 'recorded']);
  });

  it('is alone unless another source records events of the site', () => {
    const recorded = { window: { ...window, events: 1 } };
    const own = sourceParts({ ...drained, id: 'own', ...recorded });
    const silent = sourceParts({ kind: 'LOG', id: 'silent', window });
    const busy = sourceParts({ kind: 'LOG', id: 'busy', ...recorded });
    const among = (...sources: SourcePartsFragment[]) => arrivalOf(answer([own, ...sources]), vercel);
    expect([among(), among(silent), among(busy)]).toMatchObject([
      { isAlone: true },
      { isAlone: true },
      { isAlone: false },
    ]);
  });

  it('is of the key, whoever sends with it, and without one of the newest source of that kind', () => {
    const older = sourceParts({ ...drained, id: 'older', keyId: 'key_2', window });
    const newer = sourceParts({
      ...{ ...drained, id: 'newer', keyId: 'key_3', window },
      lastBatch: { at: '2026-11-20T10:00:00.000Z', records: 5, bytes: 9 },
    });
    const own = sourceParts({ ...drained, id: 'own', sender: 'lines', window });
    const idOf = (keyId: string | undefined) => {
      const arrival = arrivalOf(answer([older, newer, own]), { ...vercel, keyId });
      return 'source' in arrival ? arrival.source.id : arrival.kind;
    };
    expect([KEY, undefined, 'key_9'].map(idOf)).toEqual(['own', 'newer', 'waiting']);
  });

  it('is in trouble if nothing can be read, without user agents, with other hosts alone, or when the newest delivery was refused', () => {
    const at = '2026-11-20T10:00:00.000Z';
    const noAgent = { ...drained, window, limits: [{ code: 'no-user-agent', remedy: 'Turn it off.' }] };
    const unreadable = {
      ...noAgent,
      limits: [{ code: 'unreadable', remedy: 'Send lines.' }, ...noAgent.limits],
    };
    const skipped = [{ reason: 'other-host', count: 5, sample: 'GET shop.example/' }];
    const refused = { ...drained, window, lastRefusal: { at, status: 401, reason: 'No signature.' } };
    const troubles = [unreadable, noAgent, { ...drained, window: { ...window, skipped } }, refused].map(
      (source) => {
        const arrival = arrivalOf(answer([sourceParts(source)]), vercel);
        return arrival.kind === 'trouble' ? arrival.trouble : arrival.kind;
      },
    );
    expect(troubles).toEqual([
      { kind: 'unreadable', remedy: 'Send lines.' },
      { kind: 'no-agent', remedy: 'Turn it off.' },
      { kind: 'other-host', sample: 'GET shop.example/' },
      { kind: 'refused', refusal: refused.lastRefusal },
    ]);
    const lastBatch = { at: '2026-11-20T10:00:01.000Z', records: 5, bytes: 9 };
    expect(arrivalOf(answer([sourceParts({ ...refused, lastBatch })]), vercel).kind).toBe('received');
  });

  it('is over for a key that is revoked, and in a month that is full', () => {
    const sources = [sourceParts({ ...drained, window })];
    const revoked = { ...ACCOUNT, keys: [{ id: KEY, revokedAt: '2026-11-20T10:00:00.000Z' }] };
    const full = { ...ACCOUNT, usage: { ...ACCOUNT.usage, used: 100 } };
    expect([revoked, full].map((account) => arrivalOf(answer(sources, account), vercel))).toEqual([
      { kind: 'revoked' },
      { kind: 'full', resetsAt: '2026-12-01T00:00:00.000Z' },
    ]);
    const lastRefusal = { at: '2026-11-20T10:00:00.000Z', status: 429, reason: 'No room.' };
    expect(arrivalOf(answer([sourceParts({ ...drained, window, lastRefusal })]), vercel).kind).toBe('full');
  });
});

it('servers are told to log what docs/access-logs.md says', () => {
  const said = (heading: string, language: string) =>
    blocksBelow('docs/access-logs.md', heading, language)[0]?.trim() ?? '';
  const copied = (id: string) => codesOf(knownWay(id));
  expect(copied('fastly')).toContain(said('Fastly', 'json').replace(/\n */g, ''));
  expect([copied('traefik')[0], copied('haproxy')[0]]).toEqual([
    said('Traefik', 'yaml'),
    said('HAProxy', 'haproxy'),
  ]);
});

it('Next.js, PHP and Bunny are set up as their pages say', () => {
  const copied = (id: string) => codesOf(knownWay(id));
  expect(copied('next')[1]).toBe(blocksBelow('docs/next.md', 'Add the file', 'ts')[0]?.trim());
  expect(copied('next')[0]).toBe(blocksBelow('docs/next.md', 'Add the file', 'sh')[0]?.trim());
  expect(copied('php')[0]).toBe(blocksBelow('docs/php.md', 'Get the file', 'sh')[0]?.trim());
  const pulled = blocksBelow('docs/recipes.md', 'bunny.net', 'sh')[0]
    ?.replace(/ +#.*/, '')
    .replace('12345', 'PULL_ZONE_ID')
    .replace('site-traffic logs', `${AIM.command} logs`)
    .replace("example.org '", `${AIM.siteId} '`)
    .replaceAll('/var/lib/logs/bunny', 'bunny-logs')
    .trim();
  const [download = '', pull, , record] = copied('bunny');
  expect([download, pull, record].join('\n')).toBe(pulled);
});

it('rsyslog is told to send as docs/senders.md says, so that a batch that fails is not lost', () => {
  const [said] = blocksBelow('docs/senders.md', 'Fluent Bit, Vector and rsyslog', 'text');
  const aim = { ...AIM, key: 'KEY' };
  expect(codesOf(knownWay('rsyslog'), aim)[0]).toBe(said?.trim());
});

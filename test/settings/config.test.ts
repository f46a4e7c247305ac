import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Config, ConfigError, readConfig } from '../../src/settings/config.ts';
import type { Plan } from '../../src/domain/plan.ts';
import { HOUR_MS } from '../../src/domain/time.ts';
import { EVERY_REQUEST } from '../../src/recording/crawl-rule.ts';
import { SETTINGS } from '../../src/settings/settings.ts';

const DEFAULTS: Config = {
  databaseUrl: undefined,
  secretsKey: undefined,
  newSecretsKey: undefined,
  redis: undefined,
  dataDir: 'data',
  host: '127.0.0.1',
  port: 4000,
  workers: undefined,
  publicUrl: undefined,
  sessionLimits: { idleMs: 168 * HOUR_MS, maxMs: 720 * HOUR_MS },
  corsOrigins: [],
  trustedProxies: [],
  trustedUserHeader: undefined,
  oidc: undefined,
  logLevel: undefined,
  logFormat: undefined,
  slowStatementMs: undefined,
  metrics: undefined,
  hasTraces: false,
  poolSize: 10,
  statementTimeoutMs: 5_000,
  databaseWaitMs: 300_000,
  plans: {
    free: { requestsPerMinute: 60, eventsPerMonth: 10_000, retentionDays: Infinity },
    pro: { requestsPerMinute: 600, eventsPerMonth: 100_000, retentionDays: Infinity },
    'self-hosted': { requestsPerMinute: 600, eventsPerMonth: Infinity, retentionDays: Infinity },
  },
  accountCaps: { sites: 1000, keys: 1000 },
  supportContact: undefined,
  notify: { smtpUrl: undefined, mailFrom: undefined, allowsPrivate: false },
  persistedDocuments: undefined,
  attributionMinutes: 30,
  assistant: { url: 'http://127.0.0.1:4000', key: undefined },
  retrieving: { robots: false, sitemaps: false },
  recording: {
    crawlRule: EVERY_REQUEST,
    conversionRulesFile: undefined,
    countryDatabaseFile: undefined,
    botRangesFile: undefined,
    signatureKeysFile: undefined,
    catalogueFile: undefined,
  },
};

function complaints(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.complaints;
    throw error;
  }
  return [];
}

/** The settings of the default plans with one figure changed. */
function plans(plan: Plan, terms: Partial<Config['plans']['free']>): Partial<Config> {
  return { plans: { ...DEFAULTS.plans, [plan]: { ...DEFAULTS.plans[plan], ...terms } } };
}

function recording(given: Partial<Config['recording']>): Partial<Config> {
  return { recording: { ...DEFAULTS.recording, ...given } };
}

describe('the settings', () => {
  it('have the documented defaults when nothing is set, and other variables are ignored', () => {
    expect(readConfig({})).toEqual(DEFAULTS);
    expect(readConfig({ PATH: '/usr/bin', port: '1' })).toEqual(DEFAULTS);
  });

  it('count as unset when they are empty', () => {
    const env = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '']));
    expect(readConfig(env)).toEqual(DEFAULTS);
  });

  it('are all in .env.example, each with its default', () => {
    const env = parseEnv(readFileSync('.env.example', 'utf8'));
    expect(Object.keys(env).sort()).toEqual(Object.keys(SETTINGS).sort());
    expect(readConfig(env)).toEqual(DEFAULTS);
  });

  it('each have a place of their own', () => {
    const places = Object.values(SETTINGS).map(({ to }) => `${to}.`);
    const shared = places.filter((place, n) => places.some((other, m) => m !== n && other.startsWith(place)));
    expect(shared).toEqual([]);
  });

  it.each<[name: string, text: string, changed: Partial<Config>]>([
    ['DATABASE_URL', 'postgres://a:b@h:5432/d', { databaseUrl: 'postgres://a:b@h:5432/d' }],
    ['DATABASE_URL', 'postgresql://h/d?sslmode=no', { databaseUrl: 'postgresql://h/d?sslmode=no' }],
    ['DATABASE_URL', 'postgres://u:a%40b@h/d?user=x@y', { databaseUrl: 'postgres://u:a%40b@h/d?user=x@y' }],
    ['DATABASE_URL', 'postgres:///d?host=/run/pg', { databaseUrl: 'postgres:///d?host=/run/pg' }],
    ['DATABASE_URL', 'postgres://u@/d?host=/run/pg', { databaseUrl: 'postgres://u@/d?host=/run/pg' }],
    ['DATA_DIR', '/var/lib/a b', { dataDir: '/var/lib/a b' }],
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['HOST', '::', { host: '::' }],
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    ['PUBLIC_URL', 'https://stats.example.com', { publicUrl: 'https://stats.example.com' }],
    ['PUBLIC_URL', 'http://10.0.0.1:8080/', { publicUrl: 'http://10.0.0.1:8080' }],
    ['SESSION_IDLE_HOURS', '1', { sessionLimits: { idleMs: HOUR_MS, maxMs: 720 * HOUR_MS } }],
    ['SESSION_MAX_HOURS', '24', { sessionLimits: { idleMs: 168 * HOUR_MS, maxMs: 24 * HOUR_MS } }],
    ['CORS_ORIGINS', '*', { corsOrigins: '*' }],
    ['CORS_ORIGINS', 'https://a.example', { corsOrigins: ['https://a.example'] }],
    [
      'CORS_ORIGINS',
      'https://a.example, http://localhost:3000',
      { corsOrigins: ['https://a.example', 'http://localhost:3000'] },
    ],
    ['TRUSTED_PROXIES', '127.0.0.1', { trustedProxies: ['127.0.0.1'] }],
    ['TRUSTED_PROXIES', '::1, 10.0.0.0/8,fd00::/8', { trustedProxies: ['::1', '10.0.0.0/8', 'fd00::/8'] }],
    ['TRUSTED_PROXIES', '0.0.0.0/0,::/128', { trustedProxies: ['0.0.0.0/0', '::/128'] }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['LOG_LEVEL', 'fatal', { logLevel: 'fatal' }],
    ['DATABASE_POOL_SIZE', '1', { poolSize: 1 }],
    ['DATABASE_POOL_SIZE', '1000', { poolSize: 1000 }],
    ['DATABASE_STATEMENT_TIMEOUT_MS', '1', { statementTimeoutMs: 1 }],
    ['DATABASE_STATEMENT_TIMEOUT_MS', '3600000', { statementTimeoutMs: 3_600_000 }],
    ['DATABASE_WAIT_SECONDS', '0', { databaseWaitMs: 0 }],
    ['DATABASE_WAIT_SECONDS', '86400', { databaseWaitMs: 86_400_000 }],
    ['FREE_REQUESTS_PER_MINUTE', '1', plans('free', { requestsPerMinute: 1 })],
    ['FREE_REQUESTS_PER_MINUTE', '1000000', plans('free', { requestsPerMinute: 1_000_000 })],
    ['PRO_REQUESTS_PER_MINUTE', '1', plans('pro', { requestsPerMinute: 1 })],
    ['PRO_REQUESTS_PER_MINUTE', '1000000', plans('pro', { requestsPerMinute: 1_000_000 })],
    ['SELF_HOSTED_REQUESTS_PER_MINUTE', '7', plans('self-hosted', { requestsPerMinute: 7 })],
    ['FREE_EVENTS_PER_MONTH', '0', plans('free', { eventsPerMonth: 0 })],
    ['FREE_EVENTS_PER_MONTH', '999999999999999', plans('free', { eventsPerMonth: 999_999_999_999_999 })],
    ['PRO_EVENTS_PER_MONTH', 'unlimited', plans('pro', { eventsPerMonth: Infinity })],
    ['FREE_RETENTION_DAYS', '1', plans('free', { retentionDays: 1 })],
    ['PRO_RETENTION_DAYS', '99999', plans('pro', { retentionDays: 99_999 })],
    ['PRO_RETENTION_DAYS', 'unlimited', {}],
    ['MAX_SITES_PER_ACCOUNT', '1', { accountCaps: { sites: 1, keys: 1000 } }],
    ['MAX_KEYS_PER_ACCOUNT', '1000000', { accountCaps: { sites: 1000, keys: 1_000_000 } }],
    [
      'CRAWL_STATUSES',
      '200-299, 304',
      recording({
        crawlRule: {
          ...EVERY_REQUEST,
          statuses: [
            [200, 299],
            [304, 304],
          ],
        },
      }),
    ],
    ['CRAWL_METHODS', 'get', recording({ crawlRule: { ...EVERY_REQUEST, methods: new Set(['GET']) } })],
    ['CRAWL_ASSETS', 'no', recording({ crawlRule: { ...EVERY_REQUEST, assets: false } })],
    ['CONVERSION_RULES', 'goals.txt', recording({ conversionRulesFile: 'goals.txt' })],
    ['COUNTRY_DATABASE', '/var/lib/c.mmdb', recording({ countryDatabaseFile: '/var/lib/c.mmdb' })],
    ['BOT_CATALOGUE', '/var/lib/c.json', recording({ catalogueFile: '/var/lib/c.json' })],
    ['BOT_RANGES', '/var/lib/r.json', recording({ botRangesFile: '/var/lib/r.json' })],
    [
      'NOTIFY_PRIVATE_NETWORKS',
      'yes',
      { notify: { smtpUrl: undefined, mailFrom: undefined, allowsPrivate: true } },
    ],
    ['PERSISTED_DOCUMENTS', 'd.json', { persistedDocuments: { file: 'd.json', isOnly: false } }],
  ])('accept %s=%s', (name, text, changed) => {
    expect(readConfig({ [name]: text })).toEqual({ ...DEFAULTS, ...changed });
  });

  const PORT = 'a whole number from 0 to 65535';
  const ORIGINS = '"*" or origins such as https://app.example.com, separated by commas';
  const PROXIES = 'IP addresses or networks such as 127.0.0.1 or 10.0.0.0/8, separated by commas';
  const POOL = 'a whole number from 1 to 1000';
  const TIMEOUT = 'a whole number of milliseconds from 1 to 3600000';
  const RATE = 'a whole number from 1 to 1000000';
  const QUOTA = 'a whole number, or unlimited';
  const DAYS = 'a whole number of days from 1 to 99999, or unlimited';
  const ISSUER = 'an https address such as https://id.example.com, or an http one of this machine';
  const STATUSES = 'statuses from 100 to 599 or ranges of them, separated by commas, such as 200-299,304';

  it.each([
    ['HOST', 'local host', 'an address or host name to listen on'],
    ['PORT', '65536', PORT],
    ['PORT', '-1', PORT],
    ['PORT', '80.0', PORT],
    ['PORT', '0x50', PORT],
    ['PORT', ' 80', PORT],
    ['PORT', 'http', PORT],
    ['CORS_ORIGINS', '*,https://a.example', ORIGINS],
    ['CORS_ORIGINS', 'a.example', ORIGINS],
    ['CORS_ORIGINS', 'https://a.example/', ORIGINS],
    ['CORS_ORIGINS', 'https://a.example,', ORIGINS],
    ['CORS_ORIGINS', 'null', ORIGINS],
    ['TRUSTED_PROXIES', 'proxy.example', PROXIES],
    ['TRUSTED_PROXIES', '127.0.0.1,', PROXIES],
    ['TRUSTED_PROXIES', '10.0.0.0/33', PROXIES],
    ['TRUSTED_PROXIES', '::/129', PROXIES],
    ['TRUSTED_PROXIES', '10.0.0/8', PROXIES],
    ['TRUSTED_PROXIES', '10.0.0.0/', PROXIES],
    ['TRUSTED_PROXIES', 'fe80::1%eth0', PROXIES],
    ['OIDC_ISSUER', 'http://id.example.com', ISSUER],
    ['OIDC_ISSUER', 'https://u:p@id.example.com', ISSUER],
    ['OIDC_ISSUER', 'https://id.example.com?a', ISSUER],
    ['OIDC_ISSUER', 'id.example.com', ISSUER],
    ['OIDC_NAME', ' x', 'a name of 1 to 40 characters'],
    ['TRUSTED_USER_HEADER', 'X User', 'the name of an HTTP header, such as X-Forwarded-Email'],
    ['LOG_LEVEL', 'INFO', 'fatal, error, warn, info, debug, trace or silent'],
    ['LOG_LEVEL', 'verbose', 'fatal, error, warn, info, debug, trace or silent'],
    ['DATABASE_POOL_SIZE', '0', POOL],
    ['DATABASE_POOL_SIZE', '1001', POOL],
    ['DATABASE_STATEMENT_TIMEOUT_MS', '0', TIMEOUT],
    ['DATABASE_STATEMENT_TIMEOUT_MS', '3600001', TIMEOUT],
    ['FREE_REQUESTS_PER_MINUTE', '0', RATE],
    ['FREE_REQUESTS_PER_MINUTE', '1000001', RATE],
    ['PRO_REQUESTS_PER_MINUTE', '0', RATE],
    ['PRO_REQUESTS_PER_MINUTE', 'unlimited', RATE],
    ['FREE_EVENTS_PER_MONTH', '-1', QUOTA],
    ['FREE_EVENTS_PER_MONTH', 'Unlimited', QUOTA],
    ['PRO_EVENTS_PER_MONTH', '1e6', QUOTA],
    ['PRO_EVENTS_PER_MONTH', '1000000000000000', QUOTA],
    ['FREE_RETENTION_DAYS', '0', DAYS],
    ['FREE_RETENTION_DAYS', '100000', DAYS],
    ['PRO_RETENTION_DAYS', 'ever', DAYS],
    ['CRAWL_STATUSES', '2xx', STATUSES],
    ['CRAWL_STATUSES', '299-200', STATUSES],
    ['CRAWL_METHODS', 'GET HEAD', 'HTTP methods separated by commas, such as GET,HEAD'],
    ['CRAWL_ASSETS', 'true', 'yes or no'],
  ])('refuse %s=%s and say what is allowed', (name, text, allowed) => {
    expect(complaints({ [name]: text })).toEqual([`${name} must be ${allowed}; got ${JSON.stringify(text)}`]);
  });

  it.each(['mysql://u:hunter2@h/d', 'postgres//u:hunter2@h/d', 'hunter2', 'postgres://u:hunter2@h:port/d'])(
    'refuse the address %s without repeating it, because it may contain a password',
    (text) => {
      const allowed = 'a PostgreSQL address such as postgres://user:password@host:5432/database';
      expect(complaints({ DATABASE_URL: text })).toEqual([`DATABASE_URL must be ${allowed}`]);
    },
  );

  it.each([
    'postgres://u:hun/ter2@h/d',
    'postgres://u:12/ter2@h/d',
    'postgres://u:hun#ter2@h/d',
    'postgres://u:12#ter2@h/d',
    'postgres://u:hun?ter2@h/d',
    'postgres://u:hu@n/ter2@h/d',
  ])('advise to percent-encode the password of %s', (text) => {
    expect(complaints({ DATABASE_URL: text })).toEqual([
      'DATABASE_URL must be a PostgreSQL address such as postgres://user:password@host:5432/database; ' +
        'percent-encode the special characters of the password, for example @ as %40, / as %2F, # as %23, ? as %3F',
    ]);
  });

  it('believe no header of users without the proxies that may send it', () => {
    const header = { TRUSTED_USER_HEADER: 'X-User' };
    expect(complaints(header)).toEqual([
      'TRUSTED_USER_HEADER needs TRUSTED_PROXIES, the addresses that the proxy connects from, such as 127.0.0.1, ' +
        'because anybody else can send the header too',
    ]);
    expect(complaints({ ...header, TRUSTED_PROXIES: 'x' })).toEqual([
      expect.stringMatching(/^TRUSTED_PROXIES /),
    ]);
    expect(readConfig({ ...header, TRUSTED_PROXIES: '::1' })).toEqual({
      ...DEFAULTS,
      trustedProxies: ['::1'],
      trustedUserHeader: 'X-User',
    });
  });

  it('name a server for mails only with a sender, and without repeating its password', () => {
    expect(complaints({ SMTP_URL: 'smtps://user:hunter2@mail.example.com' })).toEqual([
      'SMTP_URL needs MAIL_FROM, the sender of the mails, such as Site Traffic <traffic@example.com>',
    ]);
    expect(complaints({ MAIL_FROM: 'a@example.com' })[0]).toMatch(/^MAIL_FROM needs SMTP_URL/);
    for (const SMTP_URL of ['https://hunter2@x.example', 'smtp://x.example/path', 'hunter2', 'smtp://'])
      expect(complaints({ SMTP_URL, MAIL_FROM: 'a@example.com' })).toEqual([
        expect.stringMatching(/^SMTP_URL must be an SMTP address such as (?!.*hunter2)/),
      ]);
    for (const MAIL_FROM of ['a', 'a@b\r\nBcc: c@d', 'a@example.com, b@example.com', '<a@example.com>'])
      expect(complaints({ SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM })[0]).toMatch(/^MAIL_FROM must be/);
    const mail = { SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'Site Traffic <traffic@example.com>' };
    expect(readConfig(mail).notify).toEqual({
      ...{ smtpUrl: mail.SMTP_URL, mailFrom: mail.MAIL_FROM, allowsPrivate: false },
    });
  });

  it('name a provider of identities only with all that it needs, and without repeating the secret', () => {
    const issuer = { OIDC_ISSUER: 'https://id.example.com/a' };
    const secret = { OIDC_CLIENT_SECRET: 'hunter2' };
    expect(complaints(issuer)).toEqual([
      'OIDC_ISSUER needs OIDC_CLIENT_ID, the name of this service at the provider',
      'OIDC_ISSUER needs OIDC_CLIENT_SECRET, the secret of this service at the provider',
      'OIDC_ISSUER needs PUBLIC_URL, the address to which the provider sends people back, such as https://stats.example.com',
    ]);
    expect(complaints(secret)).toEqual([
      'OIDC_CLIENT_SECRET needs OIDC_ISSUER, the address of the OpenID Connect provider',
    ]);
    expect(complaints({ OIDC_CLIENT_SECRET: ' ' })).toEqual([
      'OIDC_CLIENT_SECRET must be a value that is not blank',
    ]);
    const publicUrl = 'https://stats.example.com';
    const all = { ...issuer, ...secret, OIDC_CLIENT_ID: 'us', PUBLIC_URL: publicUrl };
    const oidc = { issuer: 'https://id.example.com/a', clientId: 'us', clientSecret: 'hunter2' };
    expect(readConfig(all)).toEqual({ ...DEFAULTS, publicUrl, oidc: { ...oidc, name: 'id.example.com' } });
    expect(readConfig({ ...all, OIDC_NAME: 'Our ID' }).oidc).toEqual({ ...oidc, name: 'Our ID' });
    expect(readConfig({ ...all, OIDC_ISSUER: 'http://localhost:8080' }).oidc?.name).toBe('localhost:8080');
  });

  it('report all complaints at once, in the order of the list', () => {
    const env = { PRO_EVENTS_PER_MONTH: 'x', PORT: 'x', DATABASE_URL: 'x', LOG_LEVEL: 'x', HOST: 'ok' };
    expect(complaints(env).map((line) => line.split(' ')[0])).toEqual([
      'DATABASE_URL',
      'PORT',
      'LOG_LEVEL',
      'PRO_EVENTS_PER_MONTH',
    ]);
  });
});

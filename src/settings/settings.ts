import { USUAL_CAPS } from '../domain/account-caps.ts';
import { DEFAULT_PLANS, MOST_RETENTION_DAYS } from '../domain/plan.ts';
import { MOST_ATTRIBUTION_MINUTES, USUAL_ATTRIBUTION_MINUTES } from '../domain/attribution.ts';
import { HOUR_MS } from '../domain/time.ts';
import { parseSecretsKey } from '../domain/secrets.ts';
import { parseMethods, parseStatuses } from '../recording/crawl-rule.ts';
import { adviseOnPostgresUrl, parsePostgresUrl } from './postgres-url.ts';
import { parseSmtpUrl } from './smtp-url.ts';
import { adviseOnRedisUrl, parseRedisUrl } from './redis-url.ts';
import {
  FILE,
  type SettingKind,
  WORKERS,
  YES_OR_NO,
  mapped,
  matching,
  numberOrUnlimited,
  oneOf,
  parseIssuer,
  parseNetworks,
  parseOrigins,
  parseWebOrigin,
  parseWebUrl,
  parsedBy,
  wholeNumber,
} from './setting-kinds.ts';

/** The texts that are given, by the names of their settings. */
export type Given = Readonly<Record<string, string | undefined>>;

export type Setting = SettingKind<unknown> & {
  /** Where the value is in the Config: `plans.free.eventsPerMonth`. */
  readonly to: string;
  /** The default, as a user would write it. A setting without one may be left unset. */
  readonly preset?: string;
  /** The value of a setting that is unset and has no default; undefined without it. */
  readonly absent?: (given: Given) => unknown;
  /** True if the object of the Config that has the value is undefined without it: `metrics` without `metrics.port`. */
  readonly isEssential?: true;
  /** What docs/settings.md shows in place of a default. */
  readonly presetNote?: string;
  /** One sentence of Markdown, without its full stop. Its links are those of a page of `docs/`. */
  readonly meaning: string;
  /** True if the value must not be shown: it may contain a password. */
  readonly isSecret?: true;
  /** Settings without which this one is refused, and what each of them is. */
  readonly needs?: Readonly<Record<string, string>>;
  /** What to do about a value that is not allowed; undefined if there is no advice about this one. */
  readonly advice?: (given: string) => string | undefined;
};

const { free, pro, 'self-hosted': selfHosted } = DEFAULT_PLANS;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const RATE = wholeNumber(1, 1_000_000);
const QUOTA = numberOrUnlimited(/^\d{1,15}$/, 'a whole number');
const RETENTION = numberOrUnlimited(
  /^[1-9]\d{0,4}$/,
  `a whole number of days from 1 to ${MOST_RETENTION_DAYS}`,
);
const SESSION_HOURS = mapped(wholeNumber(1, 87_600, ' of hours'), (hours) => hours * HOUR_MS);
const MOST_OWNED = wholeNumber(1, 1_000_000);
const WEB_ORIGIN = parsedBy(
  parseWebOrigin,
  'a web address without a path, such as https://stats.example.com',
);
const SECRETS_KEY = parsedBy(parseSecretsKey, '32 bytes in base64, as "openssl rand -base64 32" prints them');
const MAIL_FROM = 'the sender of the mails, such as Site Traffic <traffic@example.com>';
const MAIL_SENDER =
  /^(?:[^<>\p{Cc}"]{1,100} <[^\s<>@]{1,64}@[^\s<>@]{1,190}>|[^\s<>@]{1,64}@[^\s<>@]{1,190})$/u;
const OIDC_ISSUER = 'the address of the OpenID Connect provider';

/**
 * Every setting. `npm run generate` prints docs/settings.md and `.env.example` from this list, in its order, and
 * `config.ts` derives the type `Config` from it and parses the environment with it.
 */
export const SETTINGS = {
  DATABASE_URL: {
    to: 'databaseUrl',
    ...parsedBy(parsePostgresUrl, 'a PostgreSQL address such as postgres://user:password@host:5432/database'),
    isSecret: true,
    advice: adviseOnPostgresUrl,
    meaning:
      '[address](production.md) of a PostgreSQL server, version 15 or newer, or of a [primary and its standbys](scaling.md#standbys), such as ' +
      '`postgres://user:password@host:5432/database`; unset: the embedded database',
  },
  DATA_DIR: {
    to: 'dataDir',
    ...matching(/\S/, 'the path of a folder'),
    preset: 'data',
    meaning:
      'folder of the embedded database; a new or empty folder is closed to other users, and a used one that they may ' +
      'enter is refused',
  },
  SECRETS_KEY: {
    to: 'secretsKey',
    ...SECRETS_KEY,
    isSecret: true,
    presetNote: 'a file in `DATA_DIR` with the embedded database, else none',
    meaning:
      '[key](operating.md#stored-secrets) that encrypts the secrets in the database which must be used again, such as the ' +
      '[signature secret](operating.md#sites-and-keys) of a drain: 32 bytes in base64, as `openssl rand -base64 32` prints ' +
      'them, the same for all processes; without one, such secrets are refused',
  },
  SECRETS_KEY_NEW: {
    to: 'newSecretsKey',
    ...SECRETS_KEY,
    isSecret: true,
    meaning: 'key that `secrets change-key` puts in the place of `SECRETS_KEY`; servers do not read it',
  },
  REDIS_URL: {
    to: 'redis',
    ...parsedBy(
      parseRedisUrl,
      'a Redis address such as redis://user:password@host:6379/0 (rediss:// for TLS), ' +
        'or of Sentinels such as redis+sentinel://user:password@host:26379,host:26379/master',
    ),
    isSecret: true,
    advice: adviseOnRedisUrl,
    meaning:
      '[address](scaling.md#shared-limits) of a Redis server, through which the processes that serve one database share their ' +
      'limits, such as `redis://user:password@host:6379`; unset: each process counts for itself',
  },
  HOST: {
    to: 'host',
    ...matching(/^\S+$/, 'an address or host name to listen on'),
    preset: '127.0.0.1',
    meaning: 'address to listen on',
  },
  PORT: {
    to: 'port',
    ...wholeNumber(0, 65_535),
    preset: '4000',
    meaning: 'port to listen on; 0 for any free port',
  },
  WORKERS: {
    to: 'workers',
    ...WORKERS,
    meaning:
      '[processes](scaling.md#several-processes) that `serve` starts to share the port, or `auto` for one per core; ' +
      'unset: one process, which serves',
  },
  PUBLIC_URL: {
    to: 'publicUrl',
    ...WEB_ORIGIN,
    presetNote: '`HOST` and `PORT`',
    meaning:
      'web address at which [owners](signing-in.md) reach the service, such as `https://stats.example.com`: ' +
      'sign-in links begin with it, and only its own pages may use a session; unset: the address that the headers of ' +
      '`TRUSTED_PROXIES` tell, and without them the one it listens on',
  },
  SESSION_IDLE_HOURS: {
    to: 'sessionLimits.idleMs',
    ...SESSION_HOURS,
    preset: '168',
    meaning: 'a session ends when it has not been used for so many hours',
  },
  SESSION_MAX_HOURS: {
    to: 'sessionLimits.maxMs',
    ...SESSION_HOURS,
    preset: '720',
    meaning: 'a session ends so many hours after the sign-in, however often it is used',
  },
  OIDC_ISSUER: {
    to: 'oidc.issuer',
    isEssential: true,
    ...parsedBy(
      parseIssuer,
      'an https address such as https://id.example.com, or an http one of this machine',
    ),
    needs: {
      OIDC_CLIENT_ID: 'the name of this service at the provider',
      OIDC_CLIENT_SECRET: 'the secret of this service at the provider',
      PUBLIC_URL: 'the address to which the provider sends people back, such as https://stats.example.com',
    },
    meaning:
      'issuer of an [OpenID Connect provider](signing-in.md#signed-in-by-openid-connect) where owners may sign in, such as ' +
      '`https://id.example.com`; unset: none',
  },
  OIDC_CLIENT_ID: {
    to: 'oidc.clientId',
    isEssential: true,
    ...matching(/\S/, 'a value that is not blank'),
    needs: { OIDC_ISSUER },
    meaning: 'the client id of this service at the provider',
  },
  OIDC_CLIENT_SECRET: {
    to: 'oidc.clientSecret',
    isEssential: true,
    ...matching(/\S/, 'a value that is not blank'),
    isSecret: true,
    needs: { OIDC_ISSUER },
    meaning: 'its client secret',
  },
  OIDC_NAME: {
    to: 'oidc.name',
    absent: ({ OIDC_ISSUER: issuer = '' }) => (URL.canParse(issuer) ? new URL(issuer).host : ''),
    ...matching(/^[^\s\p{Cc}][^\p{Cc}]{0,39}$/u, 'a name of 1 to 40 characters'),
    needs: { OIDC_ISSUER },
    presetNote: 'the host of `OIDC_ISSUER`',
    meaning: 'what people call the provider: the page says "Sign in with" and this name',
  },
  CORS_ORIGINS: {
    to: 'corsOrigins',
    absent: (): readonly string[] => [],
    ...parsedBy(parseOrigins, '"*" or origins such as https://app.example.com, separated by commas'),
    meaning: 'web origins whose pages may call the API, separated by commas, or `*` for all; unset: none',
  },
  TRUSTED_PROXIES: {
    to: 'trustedProxies',
    absent: (): readonly string[] => [],
    ...parsedBy(
      parseNetworks,
      'IP addresses or networks such as 127.0.0.1 or 10.0.0.0/8, separated by commas',
    ),
    meaning:
      'addresses of [reverse proxies](production.md#behind-a-reverse-proxy) whose `X-Forwarded-For`, `X-Forwarded-Proto`, `X-Forwarded-Host` and `Forwarded` are believed, such as ' +
      '`127.0.0.1,10.0.0.0/8`; unset: none',
  },
  TRUSTED_USER_HEADER: {
    to: 'trustedUserHeader',
    ...matching(/^[\w-]+$/, 'the name of an HTTP header, such as X-Forwarded-Email'),
    needs: {
      TRUSTED_PROXIES:
        'the addresses that the proxy connects from, such as 127.0.0.1, because anybody else can send the header too',
    },
    meaning:
      'header in which one of the `TRUSTED_PROXIES` sends the e-mail address of the [owner](signing-in.md#signed-in-by-your-proxy) ' +
      'after signing them in, such as `X-Forwarded-Email`; unset: none',
  },
  SMTP_URL: {
    to: 'notify.smtpUrl',
    ...parsedBy(
      parseSmtpUrl,
      'an SMTP address such as smtps://user:password@mail.example.com, or smtp://127.0.0.1:25',
    ),
    isSecret: true,
    needs: { MAIL_FROM },
    meaning:
      'server that sends the [mails](channels.md#mail) of alerts and digests, such as `smtps://user:password@mail.example.com`; ' +
      '`smtp://` begins without TLS and takes it if the server offers it; unset: no mails',
  },
  MAIL_FROM: {
    to: 'notify.mailFrom',
    ...matching(MAIL_SENDER, 'an e-mail address, or Site Traffic <traffic@example.com>'),
    needs: { SMTP_URL: 'the server that sends the mails, such as smtps://user:password@mail.example.com' },
    meaning: 'sender of these mails, such as `Site Traffic <traffic@example.com>`',
  },
  NOTIFY_PRIVATE_NETWORKS: {
    to: 'notify.allowsPrivate',
    ...YES_OR_NO,
    preset: 'no',
    meaning:
      '`yes`: [channels](channels.md#where-messages-may-go) may lead to private, loopback and link-local addresses, and to these by `http`; a [robots.txt](robots.md) or [sitemap](reach.md) may be there, too',
  },
  ROBOTS_UPDATE: {
    to: 'retrieving.robots',
    ...YES_OR_NO,
    preset: 'no',
    meaning:
      '`yes`: a server fetches the [robots.txt](robots.md) of each site every hour, and asks each host at most once a minute',
  },
  SITEMAP_UPDATE: {
    to: 'retrieving.sitemaps',
    ...YES_OR_NO,
    preset: 'no',
    meaning:
      '`yes`: the server reads the [sitemaps](reach.md) of all sites once a day, and asks each host at most once a minute',
  },
  LOG_LEVEL: {
    to: 'logLevel',
    ...oneOf(LOG_LEVELS),
    presetNote: '`info`',
    meaning:
      '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`; unset, `start` on a terminal shows only `warn`',
  },
  LOG_FORMAT: {
    to: 'logFormat',
    ...oneOf(['json', 'pretty']),
    presetNote: '`pretty` on a terminal, else `json`',
    meaning: 'how the log of a server is written: `json`, one object a line, or `pretty`, for people',
  },
  LOG_SLOW_STATEMENTS_MS: {
    to: 'slowStatementMs',
    ...wholeNumber(1, 3_600_000, ' of milliseconds'),
    meaning:
      'log each statement that took this many milliseconds or longer, with the id of its request; unset: none',
  },
  METRICS_PORT: {
    to: 'metrics.port',
    isEssential: true,
    ...wholeNumber(0, 65_535),
    meaning: 'port of the [metrics](metrics.md) for Prometheus, 0 for any free port; unset: none',
  },
  METRICS_HOST: {
    to: 'metrics.host',
    ...matching(/^\S+$/, 'an address or host name to listen on'),
    preset: '127.0.0.1',
    meaning: 'address on which the metrics are served',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    to: 'hasTraces',
    absent: () => false,
    ...mapped(parsedBy(parseWebUrl, 'a web address such as http://127.0.0.1:4318'), () => true),
    meaning:
      'OpenTelemetry collector that [traces](metrics.md#traces) are sent to, with OTLP over HTTP, such as ' +
      '`http://127.0.0.1:4318`; unset: none',
  },
  DATABASE_POOL_SIZE: {
    to: 'poolSize',
    ...wholeNumber(1, 1000),
    preset: '10',
    meaning:
      'database connections: [two thirds for writes, a third for long reads](operating.md); short reads use three more',
  },
  DATABASE_STATEMENT_TIMEOUT_MS: {
    to: 'statementTimeoutMs',
    ...wholeNumber(1, 3_600_000, ' of milliseconds'),
    preset: '5000',
    meaning:
      'time limit for one statement of a server, an import or `logs follow` on PostgreSQL, in milliseconds; ' +
      'the statements of other commands may take an hour',
  },
  DATABASE_WAIT_SECONDS: {
    to: 'databaseWaitMs',
    ...mapped(wholeNumber(0, 86_400, ' of seconds'), (seconds) => seconds * 1_000),
    preset: '300',
    meaning:
      'how long `serve` [waits](operating.md) at its start for a PostgreSQL server that is unreachable, before it exits; 0: not at all',
  },
  FREE_REQUESTS_PER_MINUTE: {
    to: 'plans.free.requestsPerMinute',
    ...RATE,
    preset: write(free.requestsPerMinute),
    meaning: 'rate limit of the Free plan: requests in any 60 seconds, for each account and operation',
  },
  PRO_REQUESTS_PER_MINUTE: {
    to: 'plans.pro.requestsPerMinute',
    ...RATE,
    preset: write(pro.requestsPerMinute),
    meaning: 'rate limit of the Pro plan',
  },
  SELF_HOSTED_REQUESTS_PER_MINUTE: {
    to: 'plans.self-hosted',
    ...mapped(RATE, (requestsPerMinute) => ({ ...selfHosted, requestsPerMinute })),
    preset: write(selfHosted.requestsPerMinute),
    meaning: 'rate limit of the plan self-hosted, which has no quota and keeps all events',
  },
  FREE_EVENTS_PER_MONTH: {
    to: 'plans.free.eventsPerMonth',
    ...QUOTA,
    preset: write(free.eventsPerMonth),
    meaning:
      'quota of the Free plan: events recorded for each account in a calendar month (UTC), or `unlimited`',
  },
  PRO_EVENTS_PER_MONTH: {
    to: 'plans.pro.eventsPerMonth',
    ...QUOTA,
    preset: write(pro.eventsPerMonth),
    meaning: 'quota of the Pro plan',
  },
  FREE_RETENTION_DAYS: {
    to: 'plans.free.retentionDays',
    ...RETENTION,
    preset: write(free.retentionDays),
    meaning:
      'retention on the Free plan: how many days events are kept, including today, or `unlimited`; ' +
      'a site may have its own',
  },
  PRO_RETENTION_DAYS: {
    to: 'plans.pro.retentionDays',
    ...RETENTION,
    preset: write(pro.retentionDays),
    meaning: 'retention on the Pro plan',
  },
  MAX_SITES_PER_ACCOUNT: {
    to: 'accountCaps.sites',
    ...MOST_OWNED,
    preset: String(USUAL_CAPS.sites),
    meaning: 'how many sites an account may have before it can make no more; what exists stays',
  },
  MAX_KEYS_PER_ACCOUNT: {
    to: 'accountCaps.keys',
    ...MOST_OWNED,
    preset: String(USUAL_CAPS.keys),
    meaning: 'the same for its API keys, without those that were revoked',
  },
  SUPPORT_CONTACT: {
    to: 'supportContact',
    ...matching(/^\P{Cc}{1,200}$/u, 'one line of at most 200 characters, such as help@example.com'),
    meaning:
      'whom callers and owners ask for another plan, such as `help@example.com`: named where a refusal tells them to ' +
      'ask support, and in the dashboard; unset: nobody is named',
  },
  CRAWL_STATUSES: {
    to: 'recording.crawlRule.statuses',
    ...parsedBy(
      parseStatuses,
      'statuses from 100 to 599 or ranges of them, separated by commas, such as 200-299,304',
    ),
    meaning: 'count a bot request only if its status is listed, such as `200-299,304`; unset: count all',
  },
  CRAWL_METHODS: {
    to: 'recording.crawlRule.methods',
    ...parsedBy(parseMethods, 'HTTP methods separated by commas, such as GET,HEAD'),
    meaning: 'count a bot request only if its method is listed, such as `GET,HEAD`; unset: count all',
  },
  CRAWL_ASSETS: {
    to: 'recording.crawlRule.assets',
    ...YES_OR_NO,
    preset: 'yes',
    meaning: '`no`: do not count bot requests for images, styles, scripts and other parts of pages',
  },
  CONVERSION_RULES: {
    to: 'recording.conversionRulesFile',
    ...FILE,
    meaning: 'file with [conversion rules](conversions.md); unset: no rules',
  },
  ATTRIBUTION_MINUTES: {
    to: 'attributionMinutes',
    ...wholeNumber(0, MOST_ATTRIBUTION_MINUTES),
    preset: String(USUAL_ATTRIBUTION_MINUTES),
    meaning:
      'how many minutes after a visitor has come from an LLM product a [conversion](conversions.md) by the same client counts ' +
      'for that product, at most a day; 0: conversions count for no product, and no client is remembered',
  },
  COUNTRY_DATABASE: {
    to: 'recording.countryDatabaseFile',
    ...FILE,
    presetNote: 'the installed one',
    meaning:
      'country database in the MaxMind DB format; if the file is replaced, the service loads the new one within a minute',
  },
  BOT_CATALOGUE: {
    to: 'recording.catalogueFile',
    ...FILE,
    presetNote: 'the installed catalogue alone',
    meaning:
      'file of your own [bots, LLM products and signers](catalogue.md), which are added to the installed ones or replace ' +
      'them; if the file is replaced, the service loads the new one within a minute',
  },
  BOT_RANGES: {
    to: 'recording.botRangesFile',
    ...FILE,
    presetNote: 'the installed one, without ranges',
    meaning:
      'file of the [address ranges](verification.md) of bots, which `ranges update` writes; ' +
      'if the file is replaced, the service loads the new one within a minute',
  },
  SIGNATURE_KEYS: {
    to: 'recording.signatureKeysFile',
    ...FILE,
    presetNote: 'none',
    meaning:
      'file of the keys with which [agents sign their requests](verification.md#signatures), which `proof update` writes; ' +
      'if the file is replaced, the service loads the new one within a minute',
  },
  PERSISTED_DOCUMENTS: {
    to: 'persistedDocuments.file',
    isEssential: true,
    ...FILE,
    meaning:
      'manifest of [documents](graphql-clients.md#persisted-documents) that GraphQL clients may name by their hash, as graphql-codegen ' +
      'writes it; unset: none',
  },
  PERSISTED_DOCUMENTS_ONLY: {
    to: 'persistedDocuments.isOnly',
    ...YES_OR_NO,
    preset: 'no',
    meaning: '`yes`: keys may send no other documents',
  },
  SITE_TRAFFIC_URL: {
    to: 'assistant.url',
    ...WEB_ORIGIN,
    preset: 'http://127.0.0.1:4000',
    meaning: 'web address of the server to which the command `mcp` forwards [an assistant](assistants.md)',
  },
  SITE_TRAFFIC_KEY: {
    to: 'assistant.key',
    ...matching(/^st_[\w-]{43}$/, 'an API key, which begins with st_'),
    isSecret: true,
    meaning: 'API key that reads, with which it does so',
  },
} as const satisfies Readonly<Record<string, Setting>>;

function write(limit: number): string {
  return limit === Infinity ? 'unlimited' : String(limit);
}

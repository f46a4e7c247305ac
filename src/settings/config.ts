import type { z } from 'zod';
import type { AccountCaps } from '../domain/account-caps.ts';
import type { PlanCatalogue } from '../domain/plan.ts';
import { quote } from '../domain/refusal.ts';
import type { SessionLimits } from '../domain/session.ts';
import { HOUR_MS } from '../domain/time.ts';
import type { CrawlRule } from '../recording/crawl-rule.ts';
import type { RedisAddress } from './redis-url.ts';
import { SETTINGS, type Setting } from './settings.ts';

/** The settings of the service. `settings.ts` lists the variables they are read from. */
export type Config = {
  /** The address of a PostgreSQL server; undefined for the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Where the processes that serve the database share their limits; undefined if each counts for itself. */
  readonly redis: RedisAddress | undefined;
  readonly host: string;
  readonly port: number;
  /** How many processes serve, or `auto` for one per core; undefined if the first one does. */
  readonly workers: number | 'auto' | undefined;
  /** The origin of links for people; undefined for that of `host` and `port`. */
  readonly publicUrl: string | undefined;
  readonly sessionLimits: SessionLimits;
  /** Web origins whose pages may read responses; "*" for all. */
  readonly corsOrigins: '*' | readonly string[];
  /** Addresses and networks (`10.0.0.0/8`) of the proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Where owners may sign in instead of here, and what people call it; undefined for nowhere. */
  readonly oidc: OpenidConfig | undefined;
  /** The header in which these proxies send the e-mail address of the signed-in owner; undefined for none. */
  readonly trustedUserHeader: string | undefined;
  /** Undefined for the default of the command. */
  readonly logLevel: Values['LOG_LEVEL'];
  /** Undefined for the default, which depends on where it is written. */
  readonly logFormat: Values['LOG_FORMAT'];
  /** A statement that takes this long is logged; undefined for none. */
  readonly slowStatementMs: number | undefined;
  /** Where the metrics are served; undefined for nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Whether traces are sent to the OpenTelemetry collector of the environment. */
  readonly hasTraces: boolean;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  /** How long a server waits at its start for a database that is away. */
  readonly databaseWaitMs: number;
  readonly plans: PlanCatalogue;
  readonly accountCaps: AccountCaps;
  readonly recording: RecordingConfig;
  /** A manifest of documents that GraphQL clients may name, and whether keys may send no others; undefined for none. */
  readonly persistedDocuments: { readonly file: string; readonly isOnly: boolean } | undefined;
  /** The server that an assistant asks through the command `mcp`, and the key for it. */
  readonly assistant: { readonly url: string; readonly key: string | undefined };
};

/** A client of an OpenID Connect provider, and what people call the provider. */
type OpenidConfig = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
};

/** How requests are classified. */
export type RecordingConfig = RecordingFiles & { readonly crawlRule: CrawlRule };

export type RecordingFiles = {
  /** A file of conversion rules (`parseConversionRules`); undefined for no rules. */
  readonly conversionRulesFile: string | undefined;
  /** A country database; undefined for the one that is installed with the product. */
  readonly countryDatabaseFile: string | undefined;
  /** A file of bots' address ranges; undefined for the one that is installed with the product. */
  readonly botRangesFile: string | undefined;
};

/** The settings are invalid. There is one complaint for each bad setting; none contains a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly complaints: readonly string[];
  /** The files that the settings name, so that whoever can open them can complain about them too. */
  readonly files: RecordingFiles;

  constructor(complaints: readonly string[], files: RecordingFiles) {
    super(`the settings are invalid: ${complaints.join('; ')}`);
    this.complaints = complaints;
    this.files = files;
  }
}

type Values = { readonly [Name in keyof typeof SETTINGS]: Value<(typeof SETTINGS)[Name]> };

type Value<Setting extends { readonly schema: z.ZodType }> =
  z.output<Setting['schema']> | (Setting extends { readonly preset: string } ? never : undefined);

/** Parses the settings. An empty variable counts as unset. Throws ConfigError with all complaints at once. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const settings = parseSettings(env);
  return {
    databaseUrl: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    redis: settings.REDIS_URL,
    host: settings.HOST,
    port: settings.PORT,
    workers: settings.WORKERS,
    publicUrl: settings.PUBLIC_URL,
    sessionLimits: {
      idleMs: settings.SESSION_IDLE_HOURS * HOUR_MS,
      maxMs: settings.SESSION_MAX_HOURS * HOUR_MS,
    },
    oidc: openidConfig(settings),
    corsOrigins: settings.CORS_ORIGINS ?? [],
    trustedProxies: settings.TRUSTED_PROXIES ?? [],
    trustedUserHeader: settings.TRUSTED_USER_HEADER,
    logLevel: settings.LOG_LEVEL,
    logFormat: settings.LOG_FORMAT,
    slowStatementMs: settings.LOG_SLOW_STATEMENTS_MS,
    metrics:
      settings.METRICS_PORT === undefined
        ? undefined
        : { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
    hasTraces: settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    poolSize: settings.DATABASE_POOL_SIZE,
    statementTimeoutMs: settings.DATABASE_STATEMENT_TIMEOUT_MS,
    databaseWaitMs: settings.DATABASE_WAIT_SECONDS * 1_000,
    plans: planCatalogue(settings),
    accountCaps: { sites: settings.MAX_SITES_PER_ACCOUNT, keys: settings.MAX_KEYS_PER_ACCOUNT },
    recording: {
      crawlRule: {
        statuses: settings.CRAWL_STATUSES,
        methods: settings.CRAWL_METHODS,
        assets: settings.CRAWL_ASSETS === 'yes',
      },
      ...recordingFiles(settings),
    },
    persistedDocuments:
      settings.PERSISTED_DOCUMENTS === undefined
        ? undefined
        : { file: settings.PERSISTED_DOCUMENTS, isOnly: settings.PERSISTED_DOCUMENTS_ONLY === 'yes' },
    assistant: { url: settings.SITE_TRAFFIC_URL, key: settings.SITE_TRAFFIC_KEY },
  };
}

function planCatalogue(settings: Values): PlanCatalogue {
  return {
    free: {
      requestsPerMinute: settings.FREE_REQUESTS_PER_MINUTE,
      eventsPerMonth: settings.FREE_EVENTS_PER_MONTH,
      retentionDays: settings.FREE_RETENTION_DAYS,
    },
    pro: {
      requestsPerMinute: settings.PRO_REQUESTS_PER_MINUTE,
      eventsPerMonth: settings.PRO_EVENTS_PER_MONTH,
      retentionDays: settings.PRO_RETENTION_DAYS,
    },
  };
}

function openidConfig({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: name,
}: Values): Config['oidc'] {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).host };
}

function recordingFiles({ CONVERSION_RULES, COUNTRY_DATABASE, BOT_RANGES }: Values): RecordingFiles {
  return {
    conversionRulesFile: CONVERSION_RULES,
    countryDatabaseFile: COUNTRY_DATABASE,
    botRangesFile: BOT_RANGES,
  };
}

function parseSettings(env: NodeJS.ProcessEnv): Values {
  const complaints: string[] = [];
  const givenFor = (name: string) => (env[name] === '' ? undefined : env[name]);
  const entries = Object.entries<Setting>(SETTINGS).map(([name, setting]) => {
    const given = givenFor(name);
    const text = given ?? setting.preset;
    const parsed = text === undefined ? { success: true, data: undefined } : setting.schema.safeParse(text);
    if (!parsed.success) complaints.push(complaintAbout(name, setting, given));
    else if (given !== undefined) complaints.push(...complaintsAboutNeeds(name, setting, givenFor));
    return [name, parsed.data];
  });
  // Each value was parsed by the schema of its name.
  const values = Object.fromEntries(entries) as Values;
  if (complaints.length > 0) throw new ConfigError(complaints, recordingFiles(values));
  return values;
}

function complaintAbout(name: string, setting: Setting, given: string | undefined): string {
  const { allowed, isSecret, advice } = setting;
  const remarks = [isSecret ? undefined : `got ${quote(given)}`, advice?.(given ?? '')];
  return [`${name} must be ${allowed}`, ...remarks.filter((remark) => remark !== undefined)].join('; ');
}

function complaintsAboutNeeds(
  name: string,
  { needs = {} }: Setting,
  givenFor: (name: string) => string | undefined,
): readonly string[] {
  const missing = Object.entries(needs).filter(([needed]) => givenFor(needed) === undefined);
  return missing.map(([needed, what]) => `${name} needs ${needed}, ${what}`);
}

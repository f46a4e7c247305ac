import { z } from 'zod';
import { DEFAULT_PLANS, type PlanCatalogue } from './domain/plan.ts';
import { quote } from './domain/refusal.ts';
import { type CrawlRule, parseMethods, parseStatuses } from './recording/crawl-rule.ts';

/** Everything the environment decides; README.md lists the variables. */
export type Config = {
  /** PostgreSQL's address; undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  /** Origins whose browsers may read answers; "*" for all. */
  readonly corsOrigins: '*' | readonly string[];
  readonly logLevel: LogLevel;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  readonly plans: PlanCatalogue;
  readonly recording: RecordingConfig;
};

/** What decides how requests are classified. */
export type RecordingConfig = {
  readonly crawlRule: CrawlRule;
  /** The file of conversion rules (`parseConversionRules`); undefined: none. */
  readonly conversionRulesFile: string | undefined;
  /** The country database; undefined: the one that is installed with the product. */
  readonly countryDatabaseFile: string | undefined;
};

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** The environment cannot be used: every complaint, a line each, none with a secret in it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly complaints: readonly string[];

  constructor(complaints: readonly string[]) {
    super(`the settings are not usable: ${complaints.join('; ')}`);
    this.complaints = complaints;
  }
}

const SETTINGS = z.object({
  DATABASE_URL: z.string().refine(isPostgresUrl).optional(),
  DATA_DIR: z.string().regex(/\S/).default('data'),
  HOST: z.string().regex(/^\S+$/).default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(4000),
  CORS_ORIGINS: parsedBy(parseOrigins).default([]),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).default(10),
  DATABASE_STATEMENT_TIMEOUT_MS: wholeNumber(1, 3_600_000).default(30_000),
  FREE_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).default(DEFAULT_PLANS.free.requestsPerMinute),
  PRO_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).default(DEFAULT_PLANS.pro.requestsPerMinute),
  FREE_EVENTS_PER_MONTH: quota().default(DEFAULT_PLANS.free.eventsPerMonth),
  PRO_EVENTS_PER_MONTH: quota().default(DEFAULT_PLANS.pro.eventsPerMonth),
  FREE_RETENTION_DAYS: retention().default(DEFAULT_PLANS.free.retentionDays),
  PRO_RETENTION_DAYS: retention().default(DEFAULT_PLANS.pro.retentionDays),
  CRAWL_STATUSES: parsedBy(parseStatuses).optional(),
  CRAWL_METHODS: parsedBy(parseMethods).optional(),
  CRAWL_ASSETS: z.enum(['yes', 'no']).default('yes'),
  CONVERSION_RULES: z.string().regex(/\S/).optional(),
  COUNTRY_DATABASE: z.string().regex(/\S/).optional(),
});

/** What is right for each setting; a complaint says it beside what came. */
const ALLOWED: Readonly<Record<keyof z.infer<typeof SETTINGS>, string>> = {
  DATABASE_URL: 'a PostgreSQL address such as postgres://user:password@host:5432/database',
  DATA_DIR: 'the path of a folder',
  HOST: 'an address or host name to listen on',
  PORT: 'a whole number from 0 to 65535',
  CORS_ORIGINS: '"*" or origins such as https://app.example.com, separated by commas',
  LOG_LEVEL: LOG_LEVELS.join(', '),
  DATABASE_POOL_SIZE: 'a whole number from 1 to 1000',
  DATABASE_STATEMENT_TIMEOUT_MS: 'a whole number of milliseconds from 1 to 3600000',
  FREE_REQUESTS_PER_MINUTE: 'a whole number from 1 to 1000000',
  PRO_REQUESTS_PER_MINUTE: 'a whole number from 1 to 1000000',
  FREE_EVENTS_PER_MONTH: 'a whole number, or unlimited',
  PRO_EVENTS_PER_MONTH: 'a whole number, or unlimited',
  FREE_RETENTION_DAYS: 'a whole number of days from 1 to 99999, or unlimited',
  PRO_RETENTION_DAYS: 'a whole number of days from 1 to 99999, or unlimited',
  CRAWL_STATUSES: 'statuses from 100 to 599 or ranges of them, separated by commas, such as 200-299,304',
  CRAWL_METHODS: 'HTTP methods separated by commas, such as GET,HEAD',
  CRAWL_ASSETS: 'yes or no',
  CONVERSION_RULES: 'the path of a file',
  COUNTRY_DATABASE: 'the path of a file',
};

/** An empty variable is an unset one. Throws ConfigError with all complaints at once. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = SETTINGS.safeParse(given);
  if (!parsed.success) throw new ConfigError(complaintsOf(parsed.error, given));
  const settings = parsed.data;
  return {
    databaseUrl: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    host: settings.HOST,
    port: settings.PORT,
    corsOrigins: settings.CORS_ORIGINS,
    logLevel: settings.LOG_LEVEL,
    poolSize: settings.DATABASE_POOL_SIZE,
    statementTimeoutMs: settings.DATABASE_STATEMENT_TIMEOUT_MS,
    plans: {
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
    },
    recording: {
      crawlRule: {
        statuses: settings.CRAWL_STATUSES,
        methods: settings.CRAWL_METHODS,
        assets: settings.CRAWL_ASSETS === 'yes',
      },
      conversionRulesFile: settings.CONVERSION_RULES,
      countryDatabaseFile: settings.COUNTRY_DATABASE,
    },
  };
}

function complaintsOf(error: z.ZodError, given: NodeJS.ProcessEnv): readonly string[] {
  const names = new Set(error.issues.map(({ path }) => String(path[0])));
  return (
    Object.entries(ALLOWED)
      .filter(([name]) => names.has(name))
      // an address may hold a password
      .map(
        ([name, allowed]) =>
          `${name} must be ${allowed}${name === 'DATABASE_URL' ? '' : `; got ${quote(given[name])}`}`,
      )
  );
}

function wholeNumber(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((number) => number >= least && number <= most);
}

function quota() {
  return z
    .string()
    .regex(/^(unlimited|\d{1,15})$/)
    .transform((text) => (text === 'unlimited' ? Infinity : Number(text)));
}

function retention() {
  return z
    .string()
    .regex(/^(unlimited|[1-9]\d{0,4})$/)
    .transform((text) => (text === 'unlimited' ? Infinity : Number(text)));
}

/** What a parser makes of the text; it answers undefined for a text that is not allowed. */
function parsedBy<Value>(parse: (text: string) => Value | undefined) {
  return z.string().transform((text, issues) => {
    const value = parse(text);
    if (value !== undefined) return value;
    issues.addIssue({ code: 'custom', message: 'not allowed', input: text });
    return z.NEVER;
  });
}

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
}

function parseOrigins(text: string): '*' | readonly string[] | undefined {
  const origins = text.split(',').map((origin) => origin.trim());
  if (origins.length === 1 && origins[0] === '*') return '*';
  return origins.every(isOrigin) ? origins : undefined;
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

import { z } from 'zod';
import { DEFAULT_PLANS, type PlanCatalogue } from './domain/plan.ts';
import { quote } from './domain/refusal.ts';

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
  CORS_ORIGINS: z.string().transform(parseOrigins).default([]),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).default(10),
  DATABASE_STATEMENT_TIMEOUT_MS: wholeNumber(1, 3_600_000).default(30_000),
  FREE_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).default(DEFAULT_PLANS.free.requestsPerMinute),
  PRO_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).default(DEFAULT_PLANS.pro.requestsPerMinute),
  FREE_EVENTS_PER_MONTH: quota().default(DEFAULT_PLANS.free.eventsPerMonth),
  PRO_EVENTS_PER_MONTH: quota().default(DEFAULT_PLANS.pro.eventsPerMonth),
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
      },
      pro: {
        requestsPerMinute: settings.PRO_REQUESTS_PER_MINUTE,
        eventsPerMonth: settings.PRO_EVENTS_PER_MONTH,
      },
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

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
}

function parseOrigins(text: string, issues: z.RefinementCtx): '*' | string[] {
  const origins = text.split(',').map((origin) => origin.trim());
  if (origins.length === 1 && origins[0] === '*') return '*';
  for (const origin of origins) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue;
    issues.addIssue({ code: 'custom', message: 'not an origin', input: text });
    return z.NEVER;
  }
  return origins;
}

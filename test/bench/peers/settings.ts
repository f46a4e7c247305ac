/** The settings from the environment, under the product's names. */
export type Settings = {
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  /** Requests granted in any 60 seconds, for each account and operation. */
  readonly requestsPerMinute: Readonly<Record<Plan, number>>;
};

export type Plan = 'free' | 'pro';

/** Connections to the database, the same number as in the product's pool. */
export const POOL_SIZE = 10;

export function readSettings(): Settings {
  const { env } = process;
  if (!env['DATABASE_URL']) throw new Error('DATABASE_URL must be the address of a PostgreSQL database');
  return {
    databaseUrl: env['DATABASE_URL'],
    host: env['HOST'] ?? '127.0.0.1',
    port: Number(env['PORT'] ?? 4000),
    requestsPerMinute: {
      free: Number(env['FREE_REQUESTS_PER_MINUTE'] ?? 60),
      pro: Number(env['PRO_REQUESTS_PER_MINUTE'] ?? 600),
    },
  };
}

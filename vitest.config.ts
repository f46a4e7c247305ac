import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findPostgres } from './test/support/postgres-programs.ts';

/** What needs a database runs on each engine: always embedded, and on PostgreSQL where there is one. */
const OVER_A_DATABASE = [
  'database',
  'queries',
  'rest',
  'graphql',
  'execution',
  'collect',
  'twins',
  'faults',
].map((kind) => `test/${kind}/**/*.test.ts`);

/** A missing PostgreSQL fails a CI run; elsewhere the embedded database alone is tested. */
const withPostgres =
  [process.env['CI'], process.env['TEST_DATABASE_URL']].some(Boolean) || findPostgres() !== undefined;

// graphql 16 ships an ES and a CommonJS build; two of them in one process break every instanceof.
const resolve = { alias: { graphql: fileURLToPath(import.meta.resolve('graphql')) } };

function project(name: string, include: readonly string[], globalSetup: readonly string[] = []) {
  return {
    resolve,
    test: { name, include: [...include], globalSetup: [...globalSetup], testTimeout: 30_000 },
  };
}

export default defineConfig({
  test: {
    projects: [
      project(
        'pure',
        ['domain', 'limits', 'recording', 'countries', 'support'].map((kind) => `test/${kind}/**/*.test.ts`),
      ),
      project(
        'process',
        ['embedded', 'cli', 'logs', 'middleware'].map((kind) => `test/${kind}/**/*.test.ts`),
        ['test/support/build.ts'],
      ),
      project('pglite', OVER_A_DATABASE, ['test/support/build.ts', 'test/support/use-pglite.ts']),
      ...(withPostgres ? [project('postgres', OVER_A_DATABASE, ['test/support/use-postgres.ts'])] : []),
    ],
  },
});

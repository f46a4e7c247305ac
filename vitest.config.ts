import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findChromium } from './test/support/chromium.ts';
import { findPostgres } from './test/support/postgres-programs.ts';
import { withPrometheus, withProxies } from './test/support/programs.ts';

/** These tests need a database. They run on the embedded one always, and on PostgreSQL if there is one. */
const OVER_A_DATABASE = [
  'database',
  'queries',
  'rest',
  'graphql',
  'client',
  'mcp',
  'collect',
  'owner-door',
  'export',
  'twins',
  'faults',
].map((kind) => `test/${kind}/**/*.test.ts`);

/** Without PostgreSQL a CI run fails. Elsewhere only the embedded database is tested, and a line says so. */
const withPostgres =
  [process.env['CI'], process.env['TEST_DATABASE_URL']].some(Boolean) || findPostgres() !== undefined;

if (!withPostgres)
  console.error('not testing on PostgreSQL: no server program is installed, and TEST_DATABASE_URL is unset');

/** No package of Debian has Citus, so nothing expects it. */
const withCitus = Boolean(process.env['CITUS_DATABASE_URL']);

/** Citus explains its own plan, and not those of the workers; there is another test of what it can route. */
const NOT_ON_CITUS = ['test/queries/plans.test.ts'];

/** Likewise, without Chromium a CI run fails, and elsewhere the dashboard is not tested as people use it. */
const withChromium = Boolean(process.env['CI']) || findChromium() !== undefined;

if (!withChromium) console.error('not testing the dashboard in a browser: chromium is not installed');

/** Likewise without the packages with which others build clients, or without Chromium, which shows what they build. */
const withClients =
  Boolean(process.env['CI']) || (existsSync('test/clients/node_modules') && findChromium() !== undefined);

if (!withClients)
  console.error('not testing clients with the packed package: npm ci --prefix test/clients was not run');

/** Likewise for the alarms and Grafana's dashboard. */
if (!withPrometheus)
  console.error('not testing what Prometheus makes of the metrics: prometheus or promtool is not installed');

/** Likewise for the proxies in front of the service. */
if (!withProxies)
  console.error('not testing the documented proxies: nginx, caddy or haproxy is not installed');

// graphql 16 ships an ES and a CommonJS build; with both in one process, every instanceof check fails.
const resolve = { alias: { graphql: fileURLToPath(import.meta.resolve('graphql')) } };

/** Far above what a test takes, even on a busy machine: it ends a test that hangs, and never fails a slow one. */
const PATIENCE_MS = 600_000;

function project(
  name: string,
  include: readonly string[],
  globalSetup: readonly string[] = [],
  exclude: readonly string[] = [],
) {
  return {
    resolve,
    test: {
      name,
      include: [...include],
      exclude: [...exclude],
      globalSetup: [...globalSetup],
      testTimeout: PATIENCE_MS,
      hookTimeout: PATIENCE_MS,
      expect: { poll: { timeout: PATIENCE_MS / 2, interval: 20 } },
      // No module of ours holds state, so the files of a project can share the modules they import.
      isolate: false,
    },
  };
}

/** Projects run in the order of their names, and the longest file of all is a pure one: at the end it would run alone. */
class PureFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isPure = ({ project: { name } }: TestSpecification) => name === 'pure';
    return [...sorted.filter(isPure), ...sorted.filter((file) => !isPure(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: PureFirst },
    // One more than there are cores, since many tests wait for a database or another process.
    maxWorkers: availableParallelism() + 1,
    projects: [
      project(
        'pure',
        [
          'domain',
          'operations',
          'limits',
          'settings',
          'recording',
          'countries',
          'ranges',
          'execution',
          'http',
          'dashboard',
        ].map((kind) => `test/${kind}/**/*.test.ts`),
      ),
      project(
        'process',
        [
          'embedded',
          'cli',
          'deploy',
          'docs',
          'load',
          'logs',
          'middleware',
          'serving',
          'support',
          'telemetry',
        ].map((kind) => `test/${kind}/**/*.test.ts`),
        ['test/support/build.ts', 'test/support/use-migrated-folder.ts'],
      ),
      project(
        'pglite',
        OVER_A_DATABASE,
        ['build', 'use-migrated-folder', 'use-pglite'].map((name) => `test/support/${name}.ts`),
      ),
      ...(withChromium ? [project('browser', ['test/browser/**/*.test.ts'], ['test/support/build.ts'])] : []),
      ...(withClients
        ? [
            project(
              'clients',
              ['test/clients/*.test.ts'],
              ['test/support/build.ts', 'test/clients/serve-packed.ts'],
            ),
          ]
        : []),
      ...(withCitus
        ? [
            project(
              'citus',
              OVER_A_DATABASE,
              ['build', 'use-citus'].map((name) => `test/support/${name}.ts`),
              NOT_ON_CITUS,
            ),
          ]
        : []),
      ...(withPostgres ? [project('postgres', OVER_A_DATABASE, ['test/support/use-postgres.ts'])] : []),
    ],
  },
});

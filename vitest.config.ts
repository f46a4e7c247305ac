import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import {
  LeftOutReporter,
  withChromium,
  withCitus,
  withClients,
  withPostgres,
} from './test/support/left-out.ts';
import { QUICK_WASM } from './test/support/quick-wasm.ts';

const filesOf = (kinds: readonly string[]) => kinds.map((kind) => `test/${kind}/**/*.test.ts`);

/** What these tests show depends on the database: they run on the embedded one always, and on PostgreSQL if there is one. */
const OF_A_DATABASE = filesOf(['database', 'queries', 'alerting', 'judging', 'twins', 'faults']);

/**
 * These need a database, but show how a door parses, refuses and presents, and what becomes of a connection before one.
 * The twins call each report through the doors on both engines. So these run on one engine: on PostgreSQL, or on the
 * embedded database where that is not installed.
 */
const OF_DOORS = filesOf([
  ...['rest', 'graphql', 'client', 'mcp', 'collect', 'drain', 'owner-door', 'export'],
  ...['connections', 'fast-paths'],
]);

const OVER_A_DATABASE = [...OF_A_DATABASE, ...OF_DOORS];

/** A project that is named on the command line runs all its tests. */
const isNamed = process.argv.some((argument) => argument.startsWith('--project'));

const OVER_PGLITE = withPostgres && !isNamed ? OF_A_DATABASE : OVER_A_DATABASE;

/** Citus explains its own plan, and not those of the workers; there is another test of what it can route. */
const NOT_ON_CITUS = ['test/queries/plans.test.ts'];

// graphql 16 ships an ES and a CommonJS build; with both in one process, every instanceof check fails.
const resolve = { alias: { graphql: fileURLToPath(import.meta.resolve('graphql')) } };

/** Far above what a test takes, even on a busy machine: it ends a test that hangs, and never fails a slow one. */
const PATIENCE_MS = 600_000;

function project(
  name: string,
  include: readonly string[],
  globalSetup: readonly string[] = [],
  { exclude = [], execArgv = [] }: { exclude?: readonly string[]; execArgv?: readonly string[] } = {},
) {
  return {
    resolve,
    test: {
      name,
      include: [...include],
      exclude: [...exclude],
      execArgv: [...execArgv],
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
    reporters: ['default', new LeftOutReporter()],
    sequence: { sequencer: PureFirst },
    // One more than there are cores, since many tests wait for a database or another process.
    maxWorkers: availableParallelism() + 1,
    projects: [
      project('pure', [
        ...filesOf([
          'catalogue',
          'channels',
          'domain',
          'operations',
          'limits',
          'settings',
          'recording',
          'countries',
          'outgoing',
          'ranges',
          'robots',
          'signatures',
          'sitemap',
          'statistics',
          'execution',
          'http',
          'dashboard',
          'walk',
        ]),
        // the folder also has packages of its own, with their tests
        'test/bench/*.test.ts',
      ]),
      project(
        'process',
        filesOf([
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
        ]),
        ['test/support/build.ts', 'test/support/use-migrated-folder.ts'],
        // these open many embedded databases, each for a few statements
        { execArgv: QUICK_WASM },
      ),
      // each starts servers of other languages
      project('senders', ['test/senders/*.test.ts']),
      project(
        'pglite',
        OVER_PGLITE,
        ['build', 'use-migrated-folder', 'use-pglite'].map((name) => `test/support/${name}.ts`),
      ),
      ...(withChromium
        ? [
            project(
              'browser',
              ['test/browser/**/*.test.ts'],
              ['test/support/build.ts', 'test/support/use-chromium.ts', 'test/browser/use-demo.ts'],
            ),
          ]
        : []),
      ...(withClients
        ? [
            project(
              'clients',
              ['test/clients/*.test.ts'],
              ['test/support/build.ts', 'test/support/use-chromium.ts', 'test/clients/serve-packed.ts'],
            ),
          ]
        : []),
      ...(withCitus
        ? [
            project(
              'citus',
              OVER_A_DATABASE,
              ['build', 'use-citus'].map((name) => `test/support/${name}.ts`),
              { exclude: NOT_ON_CITUS },
            ),
          ]
        : []),
      ...(withPostgres ? [project('postgres', OVER_A_DATABASE, ['test/support/use-postgres.ts'])] : []),
    ],
  },
});

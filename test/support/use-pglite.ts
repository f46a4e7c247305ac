import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openEmbeddedDatabase } from '../../src/embedded/embedded-database.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrator.ts';

declare module 'vitest' {
  // only an interface can be merged with vitest's
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
  export interface ProvidedContext {
    /** The migrated database all tests of the project share, each with accounts and sites of its own. */
    database: { readonly url: string } | { readonly socketFolder: string };
  }
}

/** One embedded database for the whole run: it takes a second and hundreds of megabytes to start. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-test-'));
  const embedded = await openEmbeddedDatabase(folder, { waitMs: 0 });
  const connection = { socketFolder: embedded.host };
  const db = openDatabase({ connection, poolSize: 1, statementTimeoutMs: 30_000 });
  await migrate(db);
  await db.destroy();
  project.provide('database', connection);
  return async () => {
    await embedded.close();
    rmSync(folder, { recursive: true, force: true });
  };
}

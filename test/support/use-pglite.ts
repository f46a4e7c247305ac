import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openEmbeddedDatabase } from '../../src/embedded/embedded-database.ts';
import { copyDataFolder, makeMigratedFolder } from './migrated-folder.ts';

declare module 'vitest' {
  // only an interface can be merged with vitest's
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
  export interface ProvidedContext {
    /** The migrated database that all tests of the project share, each with accounts and sites of its own. */
    database: { readonly url: string } | { readonly socketFolder: string };
  }
}

/** One embedded database for the whole run: each takes seconds to create and hundreds of megabytes of memory. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const migratedFolder = await makeMigratedFolder();
  const parent = mkdtempSync(join(tmpdir(), 'site-traffic-test-'));
  await copyDataFolder(migratedFolder, join(parent, 'data'));
  const embedded = await openEmbeddedDatabase(join(parent, 'data'), { waitMs: 0 });
  project.provide('migratedFolder', migratedFolder);
  project.provide('database', { socketFolder: embedded.host });
  return async () => {
    await embedded.close();
    for (const folder of [parent, migratedFolder]) rmSync(folder, { recursive: true, force: true });
  };
}

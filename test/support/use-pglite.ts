import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openEmbeddedDatabase } from '../../src/embedded/embedded-database.ts';
import { copyDataFolder } from './migrated-folder.ts';

declare module 'vitest' {
  // only an interface can be merged with vitest's
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
  export interface ProvidedContext {
    /** The migrated database that all tests of the project share, each with accounts and sites of its own. */
    database:
      | {
          readonly url: string;
          /** A migrated database beside it that nobody has open, to be copied. */
          readonly template?: string;
          readonly workers?: readonly string[];
        }
      | { readonly socketFolder: string };
    /** A folder for further embedded databases, which is removed after the run. */
    embeddedFolder: string;
  }
}

/** One embedded database for the whole run: each takes seconds to create and hundreds of megabytes of memory. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = mkdtempSync(join(tmpdir(), 'site-traffic-test-'));
  await copyDataFolder(project.getProvidedContext().migratedFolder, join(parent, 'data'));
  const embedded = await openEmbeddedDatabase(join(parent, 'data'), { waitMs: 0 });
  project.provide('database', { socketFolder: embedded.host });
  project.provide('embeddedFolder', parent);
  return async () => {
    await embedded.close();
    rmSync(parent, { recursive: true, force: true });
  };
}

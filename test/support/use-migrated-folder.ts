import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { makeMigratedFolder } from './migrated-folder.ts';

/** One migrated data folder for the whole run, to be copied by tests that need a database of their own. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = await makeMigratedFolder();
  project.provide('migratedFolder', folder);
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}

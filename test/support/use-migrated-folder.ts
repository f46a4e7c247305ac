import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { makeMigratedFolder } from './migrated-folder.ts';

/** One migrated data folder for the whole run, to be copied by tests that need a database of their own. */
export async function setup({ vitest }: TestProject): Promise<(() => void) | undefined> {
  // two projects need it, and the first of them makes it for both
  if ('migratedFolder' in vitest.getProvidedContext()) return undefined;
  const folder = await makeMigratedFolder();
  vitest.provide('migratedFolder', folder);
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { MODULES, linkPackages } from '../support/packed.ts';

const HERE = 'test/clients';

/** Makes a folder with copies of the apps' files in src/, the packed product and the packages of others. */
export function makeProject(...apps: readonly string[]): string {
  const { folder } = inject('packed');
  const project = mkdtempSync(join(folder, 'project-'));
  mkdirSync(join(project, MODULES));
  symlinkSync(join(folder, MODULES, 'site-traffic'), join(project, MODULES, 'site-traffic'));
  linkPackages(project, resolve(HERE, MODULES), readdirSync(join(HERE, MODULES)));
  for (const app of apps) cpSync(join(HERE, 'apps', app), join(project, 'src'), { recursive: true });
  return project;
}

/** Runs a program of the project, and rejects with what it printed if it fails. */
export async function runIn(
  project: string,
  program: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  try {
    const options = { cwd: project, env: { PATH: process.env['PATH'], ...env } };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(project, program), ...args],
      options,
    );
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${program} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

export type Owner = { readonly uid: number; readonly gid: number };

const OLDEST_VERSION = 15;

/** The folder of PostgreSQL's server programs, version 15 or newer: one in PATH, or else Debian's newest. */
export function findPostgres(): string | undefined {
  const fromPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => resolve(folder));
  return [...fromPath, ...debianFolders()].find((folder) => majorVersion(folder) >= OLDEST_VERSION);
}

/** The user to run the server as: ourselves, unless we are root, which PostgreSQL refuses. */
export function findOwner(): Owner {
  const { uid, gid } = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (uid !== 0) return { uid, gid };
  const owner = findUser('postgres') ?? findUser('nobody');
  if (owner === undefined)
    throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as');
  return owner;
}

function debianFolders(): readonly string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  const newestFirst = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return newestFirst.map((version) => join(root, version, 'bin'));
}

/** 0 if the folder has no server program, or one that does not print its version. */
function majorVersion(folder: string): number {
  if (!['postgres', 'initdb'].every((program) => existsSync(join(folder, program)))) return 0;
  try {
    const printed = execFileSync(join(folder, 'postgres'), ['--version'], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return Number(/\(PostgreSQL\) (\d+)/.exec(printed)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function findUser(name: string): Owner | undefined {
  const idOf = (option: string) =>
    Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    return undefined;
  }
}

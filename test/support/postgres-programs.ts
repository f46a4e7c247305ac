import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

export type Owner = { readonly uid: number; readonly gid: number };

const OLDEST_VERSION = 15;

/** The folder of the PostgreSQL server's programs, version 15 or newer: from PATH, or else the newest of Debian's. */
export function findPostgres(): string | undefined {
  const fromPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => resolve(folder));
  return [...fromPath, ...debianFolders()].find((folder) => majorVersion(folder) >= OLDEST_VERSION);
}

/** Whose processes the server's are: our own, unless we are root, as whom PostgreSQL refuses to run. */
export function findOwner(): Owner {
  const { uid, gid } = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (uid !== 0) return { uid, gid };
  const owner = findUser('postgres') ?? findUser('nobody');
  if (owner === undefined) throw new Error('PostgreSQL needs a user who is not root: postgres or nobody');
  return owner;
}

function debianFolders(): readonly string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  const newestFirst = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return newestFirst.map((version) => join(root, version, 'bin'));
}

/** 0 when the folder has no server that says its version. */
function majorVersion(folder: string): number {
  if (!['postgres', 'initdb'].every((program) => existsSync(join(folder, program)))) return 0;
  try {
    const said = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    return Number(/\(PostgreSQL\) (\d+)/.exec(said)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function findUser(name: string): Owner | undefined {
  const ask = (option: string) =>
    Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return undefined;
  }
}

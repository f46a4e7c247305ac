import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOwner } from '../support/postgres-programs.ts';

/** A file system in memory that can be filled. */
export type SmallDisk = {
  readonly folder: string;
  /** Writes until nothing more fits, while the driver goes on. */
  readonly fill: () => Promise<void>;
  readonly empty: () => void;
  readonly remove: () => Promise<void>;
};

/** Unmounts when its input closes, which happens however our process ends. */
const SCRIPT = 'read -r _; umount -l "$1"; rmdir "$1"';

/** Mounts a file system for PostgreSQL; undefined where that is not allowed. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-disk-'));
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`];
    execFileSync('mount', [...options, 'site-traffic', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  const { uid, gid } = findOwner();
  chownSync(folder, uid, gid);
  const filling = join(folder, 'filling');
  return {
    folder,
    fill: () => fill(filling),
    empty: () => rmSync(filling, { force: true }),
    async remove() {
      guard.ref();
      const gone = once(guard, 'exit');
      guard.stdin.end();
      await gone;
    },
  };
}

async function fill(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    // the last pages too, which a large piece leaves free
    for (const bytes of [1_048_576, 4_096]) await writeAll(file, Buffer.alloc(bytes));
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, piece: Buffer): Promise<void> {
  try {
    for (;;) await file.write(piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

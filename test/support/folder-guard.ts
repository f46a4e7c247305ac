import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';

export type FolderGuard = {
  /** Removes the folder; resolves once it is gone. */
  release(): Promise<void>;
};

/**
 * Reads until its input closes, which it does however our process ends. Then it ends the server whose cluster is in
 * the folder, and removes the folder, once more if the server was still writing.
 */
const SCRIPT = `
read -r _
pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid"
rm -rf "$1" || { sleep 1; rm -rf "$1"; }`;

/**
 * Sees to it that a PostgreSQL server and its folder go with this process. An exit handler would not do: none runs
 * on kill -9, nor on a signal that nobody listens for.
 */
export function guardFolder(folder: string): FolderGuard {
  // detached, so that a Ctrl-C meant for the tests leaves it to its work
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const gone = once(guard, 'exit');
  guard.unref();
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return {
    async release() {
      guard.ref();
      guard.stdin.end();
      await gone;
    },
  };
}

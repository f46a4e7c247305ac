import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';

export type FolderGuard = {
  /** Removes the folder; resolves once it is gone. */
  release(): Promise<void>;
};

/**
 * Waits until its input closes, which happens however our process ends. Then it ends the server whose cluster is in the
 * folder, and removes the folder, a second time if the server was still writing.
 */
const SCRIPT = `
read -r _
pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid"
rm -rf "$1" || { sleep 1; rm -rf "$1"; }`;

/**
 * Starts a shell that ends a PostgreSQL server and removes its folder once this process is gone. An exit handler would
 * not be enough: it does not run on kill -9, nor on a signal without a listener.
 */
export function guardFolder(folder: string): FolderGuard {
  // detached, so that a Ctrl-C meant for the tests does not end the shell
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

import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Whether the sockets of other processes can be seen: on Linux. */
export const canSeeSockets = existsSync('/proc/net/tcp');

/** The inodes of the sockets that a process holds. */
export function socketsOf(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap(
    (fd) => /^socket:\[(\d+)\]$/.exec(targetOf(`${folder}/${fd}`))?.[1] ?? [],
  );
}

/** Whether a process accepts connections to a port of an IPv4 address. */
export function listensAt(pid: number, port: number): boolean {
  const listening = listeningAt(port);
  return socketsOf(pid).some((inode) => listening.has(inode));
}

/** Resolves when a process that was sent SIGSTOP has stopped. */
export async function untilStopped(pid: number): Promise<void> {
  while (!/^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) await delay(1);
}

const LISTENS = '0A';

/** The inodes of the sockets that listen at a port. */
function listeningAt(port: number): ReadonlySet<string> {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
  const inodes = rows.flatMap((row) => {
    const [, local = '', , state, , , , , , inode = ''] = row.trim().split(/\s+/);
    return state === LISTENS && local.endsWith(end) ? [inode] : [];
  });
  return new Set(inodes);
}

/** Nothing if the descriptor was closed meanwhile. */
function targetOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';

/** macOS allows 103 bytes, Linux 107. Node silently truncates a longer path and listens there. */
const MAX_PATH_BYTES = 103;

/** The path of the socket in a folder. pg derives this name from the default port. */
export function socketIn(host: string): string {
  return `${host}/.s.PGSQL.5432`;
}

/** The folder for the socket: the data folder, or a new folder with a shorter path if that one's is too long. */
export function makeHost(folder: string): string {
  if (fits(folder)) return folder;
  const place = [tmpdir(), '/tmp'].find((candidate) => fits(`${candidate}/site-traffic-XXXXXX`));
  if (place === undefined)
    throw new Error(`the paths of ${folder} and ${tmpdir()} are too long for a socket`);
  return mkdtempSync(`${place}/site-traffic-`); // mode 0700
}

/** Writes the folder of the socket to a file for guests, in one step, and the folder that it is for. */
export function announceHost(folder: string, host: string): void {
  writeFileSync(`${addressFile(folder)}.new`, `${host}\n${folder}`, { mode: 0o600 });
  renameSync(`${addressFile(folder)}.new`, addressFile(folder));
}

/** Removes the announcement and the socket of an owner: by itself, or by the next owner if it was killed. */
export function withdrawHost(folder: string): void {
  const host = announcedHost(folder);
  rmSync(addressFile(folder), { force: true });
  if (host === undefined) return;
  rmSync(socketIn(host), { force: true });
  if (host !== folder) removeEmptyFolder(host);
}

/** The folder of the socket, if an owner responds there. */
export async function answeringHost(folder: string): Promise<string | undefined> {
  const host = announcedHost(folder);
  if (host === undefined) return undefined;
  const socket = connect(socketIn(host));
  try {
    await once(socket, 'connect');
    return host;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

function fits(host: string): boolean {
  return Buffer.byteLength(socketIn(host)) <= MAX_PATH_BYTES;
}

function addressFile(folder: string): string {
  return `${folder}/socket`;
}

/** Undefined in a copy of a folder that was in use: the socket is that of the original. */
function announcedHost(folder: string): string | undefined {
  try {
    const [host, original] = readFileSync(addressFile(folder), 'utf8').split('\n');
    return original === folder ? host : undefined;
  } catch {
    return undefined;
  }
}

function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It is already deleted, or contains other files.
  }
}

import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';

/** macOS takes 103 bytes, Linux 107; Node cuts a longer path silently and listens elsewhere. */
const MAX_PATH_BYTES = 103;

/** The socket in a host folder, under the name that pg derives from the default port. */
export function socketIn(host: string): string {
  return `${host}/.s.PGSQL.5432`;
}

/** The folder for the socket: the data folder, or one of its own in a shorter place if that one's path is too long. */
export function makeHost(folder: string): string {
  if (fits(folder)) return folder;
  const place = [tmpdir(), '/tmp'].find((candidate) => fits(`${candidate}/site-traffic-XXXXXX`));
  if (place === undefined)
    throw new Error(`the paths of ${folder} and ${tmpdir()} are too long for a socket`);
  return mkdtempSync(`${place}/site-traffic-`); // mode 0700
}

/** Tells guests where the socket is. Written whole or not at all. */
export function announceHost(folder: string, host: string): void {
  writeFileSync(`${addressFile(folder)}.new`, host, { mode: 0o600 });
  renameSync(`${addressFile(folder)}.new`, addressFile(folder));
}

/** Takes back what an owner announced, by itself or, if it was killed, by the next one. */
export function withdrawHost(folder: string): void {
  const host = announcedHost(folder);
  rmSync(addressFile(folder), { force: true });
  if (host === undefined) return;
  rmSync(socketIn(host), { force: true });
  if (host !== folder) removeEmptyFolder(host);
}

/** The host of the owner that answers now. */
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

function announcedHost(folder: string): string | undefined {
  try {
    return readFileSync(addressFile(folder), 'utf8');
  } catch {
    return undefined;
  }
}

function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Gone already, or somebody keeps something in it.
  }
}

import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';
import { makeCertificate } from './certificate.ts';
import { listenHere } from './listen-here.ts';

/** Starts a host of this name with a certificate of its own: how it is asked under the name, whatever its port. */
export async function startTlsHost(name: string, answer: RequestListener) {
  const folder = mkdtempSync(join(tmpdir(), 'tls-host-'));
  atEnd(async () => rm(folder, { recursive: true }));
  const { certificate, key, authority } = makeCertificate(folder, name);
  const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, answer);
  return {
    testServer: { port: await listenHere(server), authority: readFileSync(authority, 'utf8') },
    lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  };
}

import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atEnd } from '../support/at-end.ts';
import { makeCertificate } from '../support/certificate.ts';
import { listenHere } from '../support/listen-here.ts';
import { MESSAGE, openChannels } from './receiver.ts';

const NAME = 'hooks.example.com';

it('a receiver is asked for the certificate of its name, and gets nothing without a valid one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'channels-tls-'));
  atEnd(async () => rm(folder, { recursive: true }));
  const { certificate, key } = makeCertificate(folder, NAME);
  const names: string[] = [];
  const requests: string[] = [];
  const server = createServer({
    ...{ cert: readFileSync(certificate), key: readFileSync(key) },
    SNICallback: (name, done) => {
      names.push(name);
      done(null);
    },
  });
  server.on('request', ({ url = '' }, response) => {
    requests.push(url);
    response.end();
  });
  const target = `https://${NAME}:${await listenHere(server)}/secret-path`;
  const lookup = async () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
  expect(await openChannels({ lookup }).send({ kind: 'slack', target, secrets: [] }, MESSAGE)).toEqual({
    state: 'failed',
    reason: 'the certificate is not valid: its authority is not known',
  });
  expect([names, requests]).toEqual([[NAME], []]);
});

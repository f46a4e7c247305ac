import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { INSTALLED_ENTRIES, createCatalogue } from '../../src/catalogue/catalogue.ts';
import { createClassifier } from '../../src/recording/classify-request.ts';
import { createLogReader } from '../../src/recording/log-reader.ts';
import { createProofCheck } from '../../src/signatures/create-proof-check.ts';
import { signed } from '../signatures/sign.ts';
import { heldBy } from '../signatures/test-keys.ts';
import { withProxies } from '../support/programs.ts';
import { startLogging } from './proxies.ts';

const SIGNER = { host: 'agent.example', company: 'Agent', botName: 'Agent', purpose: 'agent' } as const;
const CATALOGUE = createCatalogue({ ...INSTALLED_ENTRIES, signers: [SIGNER] });

const classify = createClassifier({
  siteDomain: 'example.com',
  catalogue: () => CATALOGUE,
  proofOf: createProofCheck(heldBy('agent.example')),
});

/** A request that was signed a moment ago. */
function signedNow() {
  const now = Math.floor(Date.now() / 1000);
  const covered = [
    ['"@authority"', 'example.com'],
    ['"@method"', 'GET'],
    ['"@path"', '/guide'],
    ['"@query"', '?page=2'],
    ['"signature-agent";key="a"', '"https://agent.example"'],
  ] as const;
  return signed({ covered, created: now, expires: now + 60 });
}

describe.runIf(withProxies).each(['nginx', 'caddy'] as const)(
  '%s, as the documentation configures its log',
  (name) => {
    it('logs all that a signature is verified by', async () => {
      const server = await startLogging(name);
      const { signature = '', signatureInput = '', signatureAgent = '', userAgent = '' } = signedNow();
      const headers = { host: 'example.com', 'user-agent': userAgent };
      const ofSignature = { signature, 'signature-input': signatureInput, 'signature-agent': signatureAgent };
      await server.send('/guide?page=2', { headers: { ...headers, ...ofSignature } });
      await server.send('/guide?page=3', { headers: { ...headers, ...ofSignature } });

      const lines = async () =>
        (await readFile(server.log, 'utf8')).split('\n').filter((line) => line.includes('page='));
      await expect.poll(async () => (await lines()).length).toBe(2);
      const reader = createLogReader();
      const readings = (await lines()).flatMap((line) => reader.read(line));
      expect(readings.map((reading) => 'record' in reading && classify(reading.record))).toMatchObject([
        { events: [{ botName: 'Agent', verdict: 'signed' }] },
        { passedOver: 'ordinary-visit' },
      ]);
    });
  },
);

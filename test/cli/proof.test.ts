import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { SIGNERS } from '../../src/catalogue/signers.ts';
import { ED25519_ID, RSA_PSS_ID, ed25519Of, rsaPssOf } from '../signatures/test-keys.ts';
import { useCommandLine } from './support.ts';

const { folder, runWith } = useCommandLine();
const anInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;

const directories = join(folder, 'directories');
const file = join(folder, 'keys.json');
const run = (...args: string[]) => runWith({ env: { SIGNATURE_KEYS: file } }, 'proof', ...args);

const [ours, theirs] = [ed25519Of('').key, rsaPssOf('').key].map((key) => key.export({ format: 'jwk' }));

function serve(host: string, ...keys: unknown[]): void {
  writeFileSync(join(directories, `${host}.json`), JSON.stringify({ keys }));
}

beforeAll(() => {
  mkdirSync(directories);
  serve('chatgpt.com', ours, theirs);
  serve('agent.example', ours);
  // a list of ranges has no dot in its name
  serve('gptbot', ours);
});

type Shown = { readonly signers: readonly { readonly host: string }[] };
const signerIn = (shown: Shown, host: string) => shown.signers.find((signer) => signer.host === host);

it('"proof update" reads the directories of a folder, and exits with 1 for those that it lacks', async () => {
  const { stdout, exitCode } = await run('update', '--from', directories, '--json');
  expect(exitCode).toBe(1);
  const { signatures, ranges } = JSON.parse(stdout) as { signatures: Shown; ranges: null };
  expect(ranges).toBeNull();
  expect(signatures.signers.map(({ host }) => host)).toEqual([
    ...SIGNERS.map(({ host }) => host),
    'agent.example',
  ]);
  expect(signerIn(signatures, 'chatgpt.com')).toEqual({
    host: 'chatgpt.com',
    retrieved_at: anInstant,
    keys: [
      { thumbprint: ED25519_ID, algorithm: 'ed25519' },
      { thumbprint: RSA_PSS_ID, algorithm: 'rsa-pss-sha512' },
    ],
    failure: null,
  });
  expect(signerIn(signatures, 'agent.bot.goog')).toEqual({
    host: 'agent.bot.goog',
    retrieved_at: null,
    keys: [],
    failure: `the file ${join(directories, 'agent.bot.goog.json')} cannot be read`,
  });
});

it('"proof update" drops a revoked key, and keeps those of a directory that is damaged', async () => {
  serve('chatgpt.com', theirs);
  writeFileSync(join(directories, 'agent.example.json'), '{"keys": {}}');
  const { stdout } = await run('update', '--from', directories, '--signer', 'other.example');
  expect(stdout).toContain('chatgpt.com: 1 key\n');
  expect(stdout).toMatch(/^agent\.example: it is not JSON with a list of keys; kept 1 key of \S+Z$/m);
  expect(stdout).toMatch(/^other\.example: the file .+ cannot be read; there are no earlier keys$/m);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(
    `wrote ${file}: the keys of 1 signer retrieved, ${SIGNERS.length + 1} not`,
  );
  expect(readFileSync(file, 'utf8')).not.toContain('"d"');
});

it('"proof show" lists the signers with their keys, in the catalogue or not', async () => {
  const { stdout, exitCode } = await run('show', '--json');
  expect(exitCode).toBe(0);
  const shown = JSON.parse(stdout) as Shown;
  expect(signerIn(shown, 'chatgpt.com')).toEqual({
    ...{ host: 'chatgpt.com', company: 'OpenAI', bot_name: 'ChatGPT Agent', retrieved_at: anInstant },
    keys: [{ thumbprint: RSA_PSS_ID, algorithm: 'rsa-pss-sha512' }],
  });
  expect(signerIn(shown, 'agent.example')).toMatchObject({
    company: null,
    keys: [{ thumbprint: ED25519_ID }],
  });
  const { stdout: lines } = await run('show');
  expect(lines).toContain(`chatgpt.com\tChatGPT Agent\t`);
  expect(lines).toContain(`agent.bot.goog\tGoogle-Agent\tnever\t`);
});

it('"proof update" writes the ranges, too, and needs a file to write', async () => {
  const ranges = join(folder, 'ranges.json');
  const both = { SIGNATURE_KEYS: file, BOT_RANGES: ranges };
  const { stdout } = await runWith({ env: both }, 'proof', 'update', '--from', directories);
  expect(stdout).toContain(`\nwrote ${ranges}: 0 lists retrieved, `);
  const neither = await runWith({ env: {} }, 'proof', 'update');
  expect([neither.exitCode, neither.stderr]).toEqual([
    2,
    'site-traffic: name the files to write: set SIGNATURE_KEYS, BOT_RANGES or both\n',
  ]);
  expect((await run('update', '--signer', 'https://agent.example')).stderr).toBe(
    'site-traffic: --signer must be the name of a host, such as "chat.acme.example"\n',
  );
});

it('a file of keys that is damaged is named, and not replaced', async () => {
  const damaged = join(folder, 'damaged.json');
  writeFileSync(
    damaged,
    '{"directories":[{"host":"a.example","retrievedAt":null,"etag":null,"keys":[{"kty":"oct"}]}]}',
  );
  for (const command of [['show'], ['update', '--from', directories]]) {
    const { exitCode, stderr } = await runWith({ env: { SIGNATURE_KEYS: damaged } }, 'proof', ...command);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      `The file of signature keys ${damaged} cannot be used: directories.0.keys.0: it is no key for Ed25519 or RSA-PSS.`,
    );
  }
  expect(readFileSync(damaged, 'utf8')).toContain('"oct"');
});

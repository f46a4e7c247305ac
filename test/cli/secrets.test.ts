import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { useCommandLine } from './support.ts';

const { folder, dataDir, ask, runWith, run, holdMigrated } = useCommandLine();
const EMAIL = 'owner@example.com';
const SECRET = 'vercel-secret-0123456789';
const SECRET_FILE = join(folder, 'vercel.secret');
const KEY_FILE = join(dataDir, 'secrets.key');
const NEW_KEY = Buffer.alloc(32, 5).toString('base64');
let db: Database;
let siteId: string;
let keyId: number;

beforeAll(async () => {
  db = await holdMigrated();
  await ask('account', 'create', '--email', EMAIL, '--plan', 'pro');
  const site = await ask('site', 'create', '--account', EMAIL, '--domain', 'shop.example');
  siteId = (site as { id: string }).id;
  const key = await ask(
    'key',
    'create',
    '--account',
    EMAIL,
    '--scope',
    'drain',
    '--site',
    siteId,
    '--name',
    'Vercel',
  );
  expect(key).toMatchObject({ name: 'Vercel', scope: 'drain', site: siteId });
  keyId = (key as { id: number }).id;
  writeFileSync(SECRET_FILE, `${SECRET}\n`);
});

async function stored(): Promise<string | undefined> {
  const { rows } = await sql<{ secret: string }>`
    select signature_secret as secret from api_keys where id = ${keyId}`.execute(db);
  return rows[0]?.secret;
}

async function checkedSecrets(env: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const { stdout } = await runWith({ env }, 'doctor', '--json');
  const { checks } = JSON.parse(stdout) as {
    checks: readonly { check: string; state: string; detail: string }[];
  };
  return checks.filter(({ check }) => check === 'secrets').map(({ state, detail }) => `${state}: ${detail}`);
}

describe('the secrets of drains', () => {
  it('are set from a file, encrypted with a key in the folder of the embedded database, and shown nowhere', async () => {
    expect(await checkedSecrets()).toEqual([]);

    const set = await run('sources', 'set', '--key', String(keyId), '--signature-secret-file', SECRET_FILE);

    expect(set).toEqual({
      ...{ exitCode: 0, stderr: '' },
      stdout: `${keyId}\tVercel\tsigned, no verify code, no audience\n`,
    });
    expect(statSync(KEY_FILE).mode & 0o777).toBe(0o600);
    expect(await stored()).toMatch(/^v1\./);
    const shown = await Promise.all([
      run('key', 'list', '--account', EMAIL, '--json'),
      run('account', 'audit', EMAIL, '--json'),
    ]);
    expect(shown.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(JSON.stringify([shown, await stored()])).not.toContain(SECRET);
    expect(shown[0].stdout).toContain('"drain":{"signed":true,"verify_code":null,"audience":null}');
    expect(await checkedSecrets()).toEqual(['ok: 1 secret can be read']);
  });

  it('that cannot be read are a problem for doctor', async () => {
    expect(await checkedSecrets({ SECRETS_KEY: NEW_KEY })).toEqual([
      `problem: the signature secret of key ${keyId} cannot be read: it was encrypted with another key than that of SECRETS_KEY; ` +
        'set SECRETS_KEY to the key that they were stored with, or store them again',
    ]);
  });

  it('get another key, which replaces that in the folder, however often it is asked for', async () => {
    expect(await run('secrets', 'change-key')).toMatchObject({
      ...{ exitCode: 2, stderr: 'site-traffic: the new key is missing; set SECRETS_KEY_NEW\n' },
    });
    const before = await stored();
    const change = () => runWith({ env: { SECRETS_KEY_NEW: NEW_KEY } }, 'secrets', 'change-key');

    expect(await change()).toMatchObject({
      ...{ exitCode: 0, stdout: '1 secret encrypted with the key of SECRETS_KEY_NEW\n' },
    });
    const after = await stored();
    expect(after).not.toBe(before);
    expect(await change()).toMatchObject({ exitCode: 0 });
    expect(await stored()).toBe(after);
    expect(readFileSync(KEY_FILE, 'utf8')).toBe(`${NEW_KEY}\n`);
    expect(statSync(KEY_FILE).mode & 0o777).toBe(0o600);
    expect(await checkedSecrets()).toEqual(['ok: 1 secret can be read']);
  });

  it('are taken away with all else that is left out', async () => {
    const set = (...options: readonly string[]) => ask('sources', 'set', '--key', `key_${keyId}`, ...options);
    expect(await set('--verify-code', '1a2b', '--audience', 'https://x.example')).toEqual({
      ...{ id: keyId, name: 'Vercel', site: siteId },
      ...{ signed: false, verify_code: '1a2b', audience: 'https://x.example' },
    });
    expect(await stored()).toBeNull();
    expect(await set()).toMatchObject({ signed: false, verify_code: null, audience: null });
  });

  it('are refused for what is no key of a drain, and without their file', async () => {
    const reads = (await ask('key', 'create', '--account', EMAIL)) as { id: number };
    const set = (...options: readonly string[]) => run('sources', 'set', ...options);
    expect(await set('--key', String(reads.id))).toMatchObject({
      ...{ exitCode: 2, stdout: '' },
      stderr: expect.stringContaining('must be the id of a key with the scope drain') as string,
    });
    expect(await set('--key', '999')).toMatchObject({
      exitCode: 1,
      stderr: 'site-traffic: there is no key 999\n',
    });
    const none = await set('--key', String(keyId), '--signature-secret-file', join(folder, 'none'));
    expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining('cannot read the secret:')]);
  });
});

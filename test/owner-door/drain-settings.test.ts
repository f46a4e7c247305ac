import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { signatureSecretOf } from '../../src/domain/api-key.ts';
import { createSecrets } from '../../src/domain/secrets.ts';
import { changeSecretsKey, readSecrets } from '../../src/operations/upkeep/stored-secrets.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { startGateway, testDatabase } from '../support/gateway.ts';
import { makeKey, makeOwner, makeSite } from '../support/makers.ts';
import { type AdmissionOptions, startAdmission } from './admit-drain.ts';
import { ask, makeSignedIn } from './support.ts';

const OLD = createSecrets(Buffer.alloc(32, 1));
const NEW = createSecrets(Buffer.alloc(32, 2));
const SECRET = 'vercel-secret-0123456789';
const FIELDS = '{ id drain { isSigned verifyCode audience } }';
const NOTHING = { isSigned: false, verifyCode: null, audience: null };

/** An owner with a key that drains, what they are answered, and what a batch with the key is admitted with. */
async function start(options: AdmissionOptions & { readonly db?: ReturnType<typeof testDatabase> } = {}) {
  const { db = testDatabase(), secrets = OLD } = options;
  const gateway = startGateway({ db, secrets: 'secrets' in options ? options.secrets : OLD });
  const owner = await makeSignedIn(gateway);
  const site = await makeSite(db, owner.accountId);
  const { keyId, key } = await makeKey(db, owner.accountId, site.id, 'drain');
  const set = async (given: string, id = `key_${keyId}`) => {
    const document = `mutation { setDrain(keyId: "${id}"${given}) ${FIELDS} }`;
    const { body } = await ask(gateway, owner.cookie, document);
    const [error] = body.errors ?? [];
    return error ? `${error.extensions.code}: ${error.message}` : body.data.setDrain.drain;
  };
  return { ...owner, db, gateway, site, keyId, key, set, admitted: startAdmission({ secrets }) };
}

async function storedSecret(db: ReturnType<typeof testDatabase>, keyId: number) {
  const { rows } = await sql<{ secret: string | null }>`
    select signature_secret as secret from api_keys where id = ${keyId}`.execute(db);
  return rows[0]?.secret ?? undefined;
}

describe('setDrain', () => {
  it('sets all that is known of the senders at once, and takes away what is left out', async () => {
    const { set, keyId, key, site, admitted, gateway, cookie } = await start();

    expect(
      await set(`, signatureSecret: "${SECRET}", verifyCode: "1a2b", audience: "https://x.example"`),
    ).toEqual({
      ...{ isSigned: true, verifyCode: '1a2b', audience: 'https://x.example' },
    });
    expect(await admitted.admit(key)).toMatchObject({
      settings: {
        ...{ keyId, siteId: site.id },
        ...{ signatureSecret: SECRET, verifyCode: '1a2b', audience: 'https://x.example' },
      },
    });
    expect(await set(', verifyCode: "3c"')).toEqual({ ...NOTHING, verifyCode: '3c' });
    expect(await set(', signatureSecret: null')).toEqual(NOTHING);
    expect(await admitted.admit(key)).toMatchObject({
      settings: { signatureSecret: undefined, verifyCode: undefined, audience: undefined },
    });
    const { body } = await ask(gateway, cookie, '{ account { audit(first: 3) { action detail } } }');
    expect(body.data.account.audit).toEqual([
      { action: 'key.set-drain', detail: `test (key ${keyId}): not signed, no verify code, no audience` },
      { action: 'key.set-drain', detail: `test (key ${keyId}): not signed, verify code 3c, no audience` },
      {
        action: 'key.set-drain',
        detail: `test (key ${keyId}): signed, verify code 1a2b, audience https://x.example`,
      },
    ]);
  });

  it('stores the secret encrypted for its key, and shows it nowhere', async () => {
    const { set, db, keyId, gateway, cookie, accountId, site, key } = await start();
    await set(`, signatureSecret: "${SECRET}"`);
    const stored = await storedSecret(db, keyId);

    expect(OLD.open(stored ?? '', signatureSecretOf(keyId))).toBe(SECRET);
    const { body } = await ask(gateway, cookie, `{ account { keys ${FIELDS} audit { action detail } } }`);
    expect(JSON.stringify([body, gateway.logged(), stored])).not.toContain(SECRET);
    // a secret that is moved to another key is none
    const other = await makeKey(db, accountId, site.id, 'drain');
    await sql`update api_keys set signature_secret = ${stored} where id = ${other.keyId}`.execute(db);
    const { admit, logged } = startAdmission({ secrets: OLD });
    expect(await admit(other.key)).toBe(
      'OVERLOADED: The service cannot check the signatures of this drain at the moment. Retry later.',
    );
    expect(await admit(key)).toMatchObject({ settings: { signatureSecret: SECRET } });
    expect(logged()).toMatchObject([
      {
        ...{ level: 50, keyId: other.keyId, msg: 'the signature secret of a drain cannot be read' },
        reason: 'it was changed since it was encrypted, or belongs to another row',
      },
    ]);
    expect(JSON.stringify(logged())).not.toContain(SECRET);
  });

  it('names the setting without which no secret is stored, and stores the rest without it', async () => {
    const { set, db, keyId } = await start({ secrets: undefined });

    expect(await set(`, signatureSecret: "${SECRET}"`)).toBe(
      'INVALID_PARAMETER: signatureSecret can only be stored encrypted, and the service has no key for that: set SECRETS_KEY ' +
        '(32 bytes in base64, as "openssl rand -base64 32" prints them) and restart it.',
    );
    expect(await set(', verifyCode: "3c"')).toEqual({ ...NOTHING, verifyCode: '3c' });
    expect(await storedSecret(db, keyId)).toBeUndefined();
  });

  it.each([
    [
      'signatureSecret: ""',
      'signatureSecret must be 1 to 1,000 characters without line breaks and controls.',
    ],
    [
      String.raw`signatureSecret: "two\nlines"`,
      'signatureSecret must be 1 to 1,000 characters without line breaks and controls.',
    ],
    ['verifyCode: "two words"', 'verifyCode must be 1 to 200 visible ASCII characters; got "two words".'],
    ['verifyCode: ""', 'verifyCode must be 1 to 200 visible ASCII characters; got "".'],
    ['audience: "ä"', 'audience must be 1 to 500 visible ASCII characters; got "ä".'],
  ])('refuses %s', async (given, message) => {
    const { set } = await start();
    expect(await set(`, ${given}`)).toBe(`INVALID_PARAMETER: ${message}`);
  });

  it('is for keys that drain, and for those of the owner', async () => {
    const { set, db, accountId, site, gateway } = await start();
    const { keyId: collects } = await makeKey(db, accountId, site.id);
    const stranger = await makeOwner(db);
    const foreign = await makeSite(db, stranger.accountId);
    const { keyId: theirs } = await makeKey(db, stranger.accountId, foreign.id, 'drain');

    expect(await set('', `key_${collects}`)).toBe(
      `INVALID_PARAMETER: keyId must be the id of a key with the scope drain; got "key_${collects}".`,
    );
    expect(await set('', `key_${theirs}`)).toContain('KEY_NOT_FOUND');
    const document = `mutation { setDrain(keyId: "key_${theirs}") { id } }`;
    const asked = await gateway.rest('/graphql', stranger.key, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: document }),
    });
    expect(asked.body.errors[0].extensions.code).toBe('OWNER_REQUIRED');
  });
});

describe('the key that encrypts', () => {
  it('is changed for all secrets, also if it was interrupted, and what cannot be read is named and stays', async () => {
    const db = openPool(await freshDatabase(), 2);
    const { set, keyId, key, accountId, site } = await start({ db });
    await set(`, signatureSecret: "${SECRET}"`);
    const [done, lost] = [
      await makeKey(db, accountId, site.id, 'drain'),
      await makeKey(db, accountId, site.id, 'drain'),
    ];
    const store = (id: number, sealed: string) =>
      sql`update api_keys set signature_secret = ${sealed} where id = ${id}`.execute(db);
    await store(done.keyId, NEW.seal('done', signatureSecretOf(done.keyId)));
    await store(lost.keyId, createSecrets(Buffer.alloc(32, 3)).seal('lost', signatureSecretOf(lost.keyId)));
    const before = await storedSecret(db, lost.keyId);
    const unread = {
      what: `the signature secret of key ${lost.keyId}`,
      reason: 'it was encrypted with another key than that of SECRETS_KEY',
    };

    expect(await changeSecretsKey(db, { from: OLD, to: NEW })).toEqual({ changed: 2, unread: [unread] });
    expect(await changeSecretsKey(db, { from: OLD, to: NEW })).toEqual({ changed: 2, unread: [unread] });

    expect(await readSecrets(db, NEW)).toEqual({ stored: 3, unread: [unread] });
    expect(await storedSecret(db, lost.keyId)).toBe(before);
    const admitted = startAdmission({ secrets: NEW, db });
    expect(await admitted.admit(key)).toMatchObject({ settings: { keyId, signatureSecret: SECRET } });
    expect((await readSecrets(db, undefined)).unread).toHaveLength(3);
  });
});

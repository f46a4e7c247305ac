import * as accounts from '../../src/queries/accounts.ts';
import * as keys from '../../src/queries/api-keys.ts';
import * as audit from '../../src/queries/audit.ts';
import * as identities from '../../src/queries/identities.ts';
import * as invitations from '../../src/queries/invitations.ts';
import * as sessions from '../../src/queries/sessions.ts';
import * as storedSecrets from '../../src/queries/stored-secrets.ts';
import type { Question } from './plan-contract.ts';
import { ACCOUNTS, KEYS_OF_ONE, SEALED, SESSIONS_OF_ONE } from './skewed-data.ts';

const NOW = Date.parse('2026-05-01T00:00:00Z');
const OF_A_SESSION = ['sessions_token_hash_key', 'accounts_pkey', 'sites_pkey'];
const ENTRY = { atMs: NOW, action: 'key.create', detail: 'key', by: 'command line' };
const SESSION = { userAgent: 'browser', createdAtMs: NOW, endsAtMs: NOW };
const ISSUER = 'https://id.example.com';
const OF_KEYS = { table: 'api_keys', column: 'signature_secret' } as const;
const INVITATION = { expiresAtMs: NOW, asksForPassword: true };

export const OWNER_READS: readonly Question[] = [
  {
    of: accounts.findSignInAccount,
    when: 'by its address in another case',
    ask: (db) => accounts.findSignInAccount(db, 'aCCount777@example.com'),
    may: { 'select accounts': { rows: 1, by: ['accounts_by_address'] } },
  },
  {
    of: invitations.findInvitation,
    when: 'by the hash of its token',
    ask: (db) => invitations.findInvitation(db, 'hash777'),
    may: { find_invitation: { rows: 1, read: 2, by: ['accounts_pkey', 'invitations_token_hash_key'] } },
  },
  {
    of: identities.findLinkedAccount,
    when: 'by its issuer and subject',
    ask: (db) => identities.findLinkedAccount(db, { issuer: ISSUER, subject: 'subject777' }),
    may: { 'select identities': { rows: 1, read: 2, by: ['accounts_pkey', 'identities_pkey'] } },
  },
  {
    of: identities.findLinkedSubject,
    when: 'of an account at an issuer',
    ask: (db) => identities.findLinkedSubject(db, 777, ISSUER),
    may: { 'select identities': { rows: 1, by: ['identities_account_id_issuer_key'] } },
  },
  {
    of: accounts.findPasswordHash,
    when: 'of one account',
    ask: (db) => accounts.findPasswordHash(db, 777),
    may: { 'select accounts': { rows: 1, by: ['accounts_pkey'] } },
  },
  {
    of: sessions.findSession,
    when: 'without a site',
    ask: (db) => sessions.findSession(db, 'hash777'),
    may: { find_session: { rows: 1, read: 2, by: OF_A_SESSION } },
  },
  {
    of: sessions.findSession,
    when: 'on one of many sites',
    ask: (db) => sessions.findSession(db, 'hash7', 'busy'),
    may: { find_session: { rows: 1, read: 3, by: OF_A_SESSION } },
  },
  {
    of: sessions.listSessions,
    when: 'of an account with many, of which half have ended',
    ask: (db) => sessions.listSessions(db, 1, NOW),
    may: {
      'select sessions': { rows: SESSIONS_OF_ONE / 2, read: SESSIONS_OF_ONE, by: ['sessions_by_account'] },
    },
  },
  {
    of: keys.findKeyById,
    when: 'one key',
    ask: (db) => keys.findKeyById(db, 777),
    may: { 'select api_keys': { rows: 1, by: ['api_keys_pkey'] } },
  },
  {
    of: storedSecrets.listStoredSecrets,
    when: 'the next of many keys',
    ask: (db) => storedSecrets.listStoredSecrets(db, OF_KEYS, { after: 0, limit: 500 }),
    may: { 'select api_keys': { rows: 1, by: ['api_keys_by_secret'] } },
  },
  {
    of: audit.listAuditEntries,
    when: 'the newest of many',
    ask: (db) => audit.listAuditEntries(db, 1, { limit: 50 }),
    may: { 'select audit_entries': { rows: 50, by: ['audit_entries_by_account'] } },
  },
  {
    of: audit.listAuditEntries,
    when: 'older ones of an account that has most of all entries, which either index finds',
    ask: (db) => audit.listAuditEntries(db, 1, { limit: 50, after: 900 }),
    may: { 'select audit_entries': { rows: 50, by: ['audit_entries_by_account', 'audit_entries_pkey'] } },
  },
  {
    of: audit.listAuditEntries,
    when: 'older ones of an account with few',
    ask: (db) => audit.listAuditEntries(db, 77, { limit: 50, after: 5_900 }),
    may: { 'select audit_entries': { rows: 1, by: ['audit_entries_by_account'] } },
  },
];

export const OWNER_WRITES: readonly Question[] = [
  {
    of: accounts.setPassword,
    when: 'of one account',
    ask: (db) => accounts.setPassword(db, 777, 'hash'),
    may: { 'update accounts': { rows: 1, by: ['accounts_pkey'] } },
  },
  {
    of: keys.updateKeyName,
    when: 'of one key',
    ask: (db) => keys.updateKeyName(db, 777, 'name'),
    may: { 'update api_keys': { rows: 1, by: ['api_keys_pkey'] } },
  },
  {
    of: keys.updateDrain,
    when: 'of one key',
    ask: (db) => keys.updateDrain(db, 777, { signatureSecret: null, verifyCode: null, audience: null }),
    may: { 'update api_keys': { rows: 1, by: ['api_keys_pkey'] } },
  },
  {
    of: storedSecrets.replaceStoredSecret,
    when: 'of one key',
    ask: (db) =>
      storedSecrets.replaceStoredSecret(db, OF_KEYS, { id: ACCOUNTS + KEYS_OF_ONE, sealed: SEALED }, 'other'),
    may: { 'update api_keys': { rows: 1, by: ['api_keys_pkey', 'api_keys_by_secret'] } },
  },
  {
    of: invitations.replaceInvitation,
    when: 'of an account that has one',
    ask: (db) => invitations.replaceInvitation(db, { ...INVITATION, accountId: 777, tokenHash: 'new' }),
    may: { 'insert invitations': { rows: 1, read: 0, by: [] } },
  },
  {
    of: invitations.takeInvitation,
    when: 'by the hash of its token',
    ask: (db) => invitations.takeInvitation(db, 'hash777'),
    may: { 'delete invitations': { rows: 1, by: ['invitations_token_hash_key'] } },
  },
  {
    of: invitations.deleteInvitationOf,
    when: 'of one account',
    ask: (db) => invitations.deleteInvitationOf(db, 777),
    may: { 'delete invitations': { rows: 1, by: ['invitations_pkey'] } },
  },
  {
    of: identities.linkIdentity,
    when: 'to an account that has one of another issuer',
    ask: (db) => identities.linkIdentity(db, { issuer: 'new', subject: 'new' }, 777, NOW),
    may: { 'insert identities': { rows: 1, read: 0, by: [] } },
  },
  {
    of: identities.deleteIdentitiesOf,
    when: 'of one account',
    ask: (db) => identities.deleteIdentitiesOf(db, 777),
    may: { 'delete identities': { rows: 1, by: ['identities_account_id_issuer_key'] } },
  },
  {
    of: sessions.insertSession,
    when: 'of an account with many',
    ask: (db) => sessions.insertSession(db, { ...SESSION, accountId: 1, tokenHash: 'new' }),
    may: { 'insert sessions': { rows: 1, read: 0, by: [] } },
  },
  {
    of: sessions.markSessionUsed,
    when: 'one session',
    ask: (db) => sessions.markSessionUsed(db, { id: 777, lastUsedAtMs: NOW, endsAtMs: NOW }),
    may: { 'update sessions': { rows: 1, by: ['sessions_pkey'] } },
  },
  {
    of: sessions.deleteSession,
    when: 'by the hash of its token',
    ask: (db) => sessions.deleteSession(db, 'hash777'),
    may: { 'delete sessions': { rows: 1, by: ['sessions_token_hash_key'] } },
  },
  {
    of: sessions.deleteSessionOf,
    when: 'one of many of an account',
    ask: (db) => sessions.deleteSessionOf(db, 1, 7),
    may: { 'delete sessions': { rows: 1, by: ['sessions_pkey', 'sessions_by_account'] } },
  },
  {
    of: sessions.deleteSessionsOf,
    when: 'all but one of an account',
    ask: (db) => sessions.deleteSessionsOf(db, 1, 7),
    may: {
      'delete sessions': { rows: SESSIONS_OF_ONE - 1, read: SESSIONS_OF_ONE, by: ['sessions_by_account'] },
    },
  },
  {
    of: sessions.deleteEndedSessions,
    when: 'some of those that have ended',
    ask: (db) => sessions.deleteEndedSessions(db, NOW, 50),
    may: { 'delete sessions': { rows: 50, read: 100, by: ['sessions_by_end', 'sessions_pkey'] } },
  },
  {
    of: audit.insertAuditEntry,
    when: 'of an account with many',
    ask: (db) => audit.insertAuditEntry(db, 1, ENTRY),
    may: { 'insert audit_entries': { rows: 1, read: 0, by: [] } },
  },
];

import type { ApiKey } from '../operations/owner/keys.ts';
import { type AuditEntry, MOST_ENTRIES, USUAL_ENTRIES, ownAudit } from '../operations/owner/audit.ts';
import { invalidParameter } from '../domain/refusal.ts';
import { ownEmail, ownKeys } from '../operations/owner/own-account.ts';
import { type OwnSession, ownSessions } from '../operations/owner/sessions.ts';
import { AccountType } from './account.ts';
import { builder } from './builder.ts';
import { numberAfter } from './numbered-id.ts';

export const KeyScopeType = builder.enumType('KeyScope', {
  description: 'What an API key may do.',
  values: {
    READ: { value: 'read', description: 'Read all sites of the account.' },
    COLLECT: { value: 'collect', description: 'Record to one site, and nothing else.' },
    DRAIN: {
      value: 'drain',
      description: 'Record to one site what other services send to /drain, and nothing else.',
    },
  } as const,
});

const DrainType = builder.objectRef<NonNullable<ApiKey['drain']>>('DrainSettings').implement({
  description: 'How the senders of a drain prove who they are, and what they want to be answered.',
  fields: (t) => ({
    isSigned: t.exposeBoolean('isSigned', {
      description: 'Whether a signature secret is set, which batches must be signed with. It is never shown.',
    }),
    verifyCode: t.exposeString('verifyCode', {
      nullable: true,
      description: 'The code that each answer has, by which a sender knows whose drain it is.',
    }),
    audience: t.exposeString('audience', {
      nullable: true,
      description: 'The audience (`aud`) that the JWTs of the sender must have.',
    }),
  }),
});

export const ApiKeyType = builder.objectRef<ApiKey>('ApiKey').implement({
  description: 'An API key of the account, without its text, which is shown only once.',
  fields: (t) => ({
    id: t.id({ description: 'The id to use in mutations.', resolve: ({ id }) => `key_${id}` }),
    name: t.exposeString('name', { description: 'The name of the key.' }),
    lastFour: t.exposeString('lastFour', { description: 'The last four characters of the key.' }),
    scope: t.field({
      type: KeyScopeType,
      description: 'What the key may do.',
      resolve: ({ reach }) => reach.scope,
    }),
    siteId: t.id({
      nullable: true,
      description: 'The site to which a key with the scope COLLECT or DRAIN records; null for other keys.',
      resolve: ({ reach }) => reach.siteId,
    }),
    drain: t.field({
      type: DrainType,
      nullable: true,
      description: 'What a key with the scope DRAIN knows of its senders; null for other keys.',
      resolve: ({ drain }) => drain,
    }),
    createdAt: t.expose('createdAtMs', { type: 'DateTime', description: 'When the key was created.' }),
    lastUsedAt: t.expose('lastUsedAtMs', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key was last used, to the minute; null if it never was.',
    }),
    revokedAt: t.expose('revokedAtMs', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key was revoked; null if it is valid.',
    }),
  }),
});

const SessionType = builder.objectRef<OwnSession>('Session').implement({
  description: 'A browser in which the owner is signed in.',
  fields: (t) => ({
    id: t.id({ description: 'The id to use in endSession.', resolve: ({ id }) => `session_${id}` }),
    userAgent: t.exposeString('userAgent', {
      description: 'What the browser calls itself, up to 200 characters.',
    }),
    createdAt: t.expose('createdAtMs', { type: 'DateTime', description: 'When the owner signed in.' }),
    lastUsedAt: t.expose('lastUsedAtMs', {
      type: 'DateTime',
      description: 'When the session was last used, to the minute.',
    }),
    endsAt: t.expose('endsAtMs', {
      type: 'DateTime',
      description: 'When the session ends unless it is used again.',
    }),
    isCurrent: t.exposeBoolean('isCurrent', { description: 'Whether it is the session of this request.' }),
  }),
});

const AuditEntryType = builder.objectRef<AuditEntry>('AuditEntry').implement({
  description: 'Something that was changed in the account.',
  fields: (t) => ({
    id: t.id({
      description: 'The id to use as "after", for older entries.',
      resolve: ({ id }) => `audit_${id}`,
    }),
    at: t.expose('atMs', { type: 'DateTime', description: 'When it was changed.' }),
    action: t.exposeString('action', { description: 'What was done, such as "key.create".' }),
    detail: t.exposeString('detail', { description: 'To what it was done.' }),
    by: t.exposeString('by', { description: 'The e-mail address of the owner, or "command line".' }),
  }),
});

builder.objectFields(AccountType, (t) => ({
  email: t.string({
    description: 'The e-mail address of the owner. OWNER_REQUIRED with an API key.',
    resolve: (_, __, ctx) => ownEmail(ctx),
  }),
  keys: t.field({
    type: [ApiKeyType],
    description: 'All API keys of the account, oldest first. OWNER_REQUIRED with an API key.',
    resolve: (_, __, ctx) => ownKeys(ctx),
  }),
  sessions: t.field({
    type: [SessionType],
    description: 'The sessions that have not ended, newest first. OWNER_REQUIRED with an API key.',
    resolve: (_, __, ctx) => ownSessions(ctx),
  }),
  audit: t.field({
    type: [AuditEntryType],
    description: 'What was changed in the account, newest first. OWNER_REQUIRED with an API key.',
    args: {
      first: t.arg.int({
        defaultValue: USUAL_ENTRIES,
        description: `How many entries, from 1 to ${MOST_ENTRIES}.`,
      }),
      after: t.arg.id({ description: 'The id of an entry; those that are older follow.' }),
    },
    resolve: (_, { first, after }, ctx) =>
      ownAudit(ctx, { limit: first ?? undefined, after: entryOf(after ?? undefined) }),
  }),
}));

function entryOf(id: string | undefined): number | undefined {
  const number = id === undefined ? undefined : numberAfter('audit', id);
  if (id !== undefined && number === undefined)
    throw invalidParameter('after', id, 'the id of an entry of the audit');
  return number;
}

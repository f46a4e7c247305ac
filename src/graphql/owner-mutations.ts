import type { Caller } from '../context.ts';
import type { NewKey } from '../operations/owner/keys.ts';
import { changeOwnPassword, endOtherSessions, endOwnSession } from '../operations/owner/own-account.ts';
import {
  createOwnKey,
  createOwnSite,
  deleteOwnSite,
  renameOwnKey,
  renameOwnSite,
  revokeOwnKey,
  setOwnRetention,
} from '../operations/owner/own-sites-and-keys.ts';
import { AccountType } from './account.ts';
import { builder } from './builder.ts';
import { numberIn } from './numbered-id.ts';
import { ApiKeyType, KeyScopeType } from './owners.ts';
import { SiteType } from './sites.ts';

const CreatedKeyType = builder.objectRef<NewKey>('CreatedKey').implement({
  description: 'A new API key.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The text of the key. It cannot be shown again.' }),
    apiKey: t.field({
      type: ApiKeyType,
      description: 'What the list of keys shows of it.',
      resolve: (made) => ({ ...made, lastFour: made.key.slice(-4), lastUsedAtMs: null, revokedAtMs: null }),
    }),
  }),
});

builder.mutationType({
  description:
    'What a signed-in owner may change. Callers with an API key or a share link get OWNER_REQUIRED. Each change is listed in account { audit }.',
});

builder.mutationFields((t) => ({
  createKey: t.field({
    type: CreatedKeyType,
    description: 'Creates an API key.',
    args: {
      name: t.arg.string({ required: true, description: 'A name, such as what the key is for.' }),
      scope: t.arg({ type: KeyScopeType, required: true, description: 'What the key may do.' }),
      siteId: t.arg.id({
        description: 'The site that a key with the scope COLLECT records to; not for READ.',
      }),
    },
    resolve: (_, { name, scope, siteId }, ctx) =>
      createOwnKey(ctx, { name, scope, siteId: siteId ?? undefined }),
  }),
  renameKey: t.field({
    type: ApiKeyType,
    description: 'Gives an API key another name. KEY_NOT_FOUND if the account has no such key.',
    args: {
      id: t.arg.id({ required: true, description: 'The id of the key.' }),
      name: t.arg.string({ required: true, description: 'The new name.' }),
    },
    resolve: (_, { id, name }, ctx) => renameOwnKey(ctx, numberIn('key', id), name),
  }),
  revokeKey: t.field({
    type: ApiKeyType,
    description:
      'Revokes an API key, from its next request on. KEY_NOT_FOUND if the account has no such key.',
    args: { id: t.arg.id({ required: true, description: 'The id of the key.' }) },
    resolve: (_, { id }, ctx) => revokeOwnKey(ctx, numberIn('key', id)),
  }),
}));

builder.mutationFields((t) => ({
  createSite: t.field({
    type: SiteType,
    description: 'Creates a site. DOMAIN_TAKEN if the account has one of this domain.',
    args: {
      domain: t.arg.string({ required: true, description: 'A host name, without scheme, path or port.' }),
      name: t.arg.string({ description: 'The name of the site; its domain by default.' }),
    },
    resolve: (_, { domain, name }, ctx) => createOwnSite(ctx, { domain, name: name ?? undefined }),
  }),
  renameSite: t.field({
    type: SiteType,
    description: 'Gives a site another name.',
    args: {
      id: t.arg.id({ required: true, description: 'The id of the site.' }),
      name: t.arg.string({ required: true, description: 'The new name.' }),
    },
    resolve: (_, { id, name }, ctx) => renameOwnSite(ctx, id, name),
  }),
  deleteSite: t.id({
    description: 'Deletes a site and all its events, and returns its id. DOMAIN_MISMATCH for another domain.',
    args: {
      id: t.arg.id({ required: true, description: 'The id of the site.' }),
      domain: t.arg.string({ required: true, description: 'The domain of the site, to confirm.' }),
    },
    resolve: async (_, { id, domain }, ctx) => {
      await deleteOwnSite(ctx, id, domain);
      return id;
    },
  }),
  setRetention: t.field({
    type: SiteType,
    description: 'Sets for how many whole days, including today, a site keeps its events.',
    args: {
      siteId: t.arg.id({ required: true, description: 'The id of the site.' }),
      days: t.arg.int({ description: 'From 1 to 99,999; null if the plan decides.' }),
    },
    resolve: (_, { siteId, days }, ctx) => setOwnRetention(ctx, siteId, days ?? null),
  }),
}));

builder.mutationFields((t) => ({
  changePassword: t.field({
    type: AccountType,
    description:
      'Changes the password, ends all other sessions and voids a sign-in link that was not used. WRONG_PASSWORD if the current one is wrong.',
    args: {
      current: t.arg.string({ description: 'The current password; null if the account has none yet.' }),
      next: t.arg.string({ required: true, description: 'The new password, of 10 to 1,000 characters.' }),
    },
    resolve: async (_, { current, next }, ctx): Promise<Caller> => {
      await changeOwnPassword(ctx, { current: current ?? undefined, next });
      return ctx.caller;
    },
  }),
  endSession: t.id({
    description: 'Ends a session and returns its id. SESSION_NOT_FOUND if the account has no such session.',
    args: { id: t.arg.id({ required: true, description: 'The id of the session.' }) },
    resolve: async (_, { id }, ctx) => {
      await endOwnSession(ctx, numberIn('session', id));
      return id;
    },
  }),
  endOtherSessions: t.int({
    description:
      'Ends all sessions but that of this request, voids a sign-in link that was not used, and returns how many sessions there were.',
    resolve: (_, __, ctx) => endOtherSessions(ctx),
  }),
}));

import type { Caller } from '../context.ts';
import { MAX_EXCLUDED_ADDRESSES, MAX_EXCLUDED_PATHS } from '../domain/exclusions.ts';
import { MOST_RETENTION_DAYS } from '../domain/plan.ts';
import type { KeyReach, KeyScope } from '../domain/api-key.ts';
import { invalidParameter } from '../domain/refusal.ts';
import { FREE_FIELD } from '../execution/largest-answer.ts';
import { setDrain } from '../operations/owner/drains.ts';
import { setExclusions } from '../operations/owner/exclusions.ts';
import { byOwner } from '../operations/owner/in-account.ts';
import { type CreatedKey, createKey, renameKey, revokeKey } from '../operations/owner/keys.ts';
import { changeOwnPassword, changedSite } from '../operations/owner/own-account.ts';
import { endOtherSessions, endSession } from '../operations/owner/sessions.ts';
import { createSite, deleteSite, renameSite, setRetention } from '../operations/owner/site-changes.ts';
import { AccountType, accountLengths } from './account.ts';
import { builder } from './builder.ts';
import { numberIn } from './numbered-id.ts';
import { ApiKeyType, KeyScopeType } from './owners.ts';
import { SiteType } from './sites.ts';

const CreatedKeyType = builder.objectRef<CreatedKey>('CreatedKey').implement({
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
        description: 'The site that a key with the scope COLLECT or DRAIN records to; not for READ.',
      }),
    },
    resolve: (_, { name, scope, siteId }, ctx) => {
      const owner = byOwner(ctx);
      const reach = reachOf(scope, siteId ?? undefined);
      return createKey(owner, owner.own, { name, reach, most: ctx.accountCaps.keys });
    },
  }),
  renameKey: t.field({
    type: ApiKeyType,
    description: 'Gives an API key another name. KEY_NOT_FOUND if the account has no such key.',
    args: {
      id: t.arg.id({ required: true, description: 'The id of the key.' }),
      name: t.arg.string({ required: true, description: 'The new name.' }),
    },
    resolve: (_, { id, name }, ctx) => renameKey(byOwner(ctx), numberIn('key', id), name),
  }),
  revokeKey: t.field({
    type: ApiKeyType,
    description:
      'Revokes an API key, from its next request on. KEY_NOT_FOUND if the account has no such key.',
    args: { id: t.arg.id({ required: true, description: 'The id of the key.' }) },
    resolve: (_, { id }, ctx) => revokeKey(byOwner(ctx), numberIn('key', id)),
  }),
}));

builder.mutationFields((t) => ({
  setDrain: t.field({
    type: ApiKeyType,
    description:
      'Sets how the senders of a key with the scope DRAIN prove who they are, all at once: what is left out is off from then on. KEY_NOT_FOUND if the account has no such key.',
    args: {
      keyId: t.arg.id({ required: true, description: 'The id of the key.' }),
      signatureSecret: t.arg.string({
        description:
          'The secret with which the sender signs its batches, as Vercel does. It is stored encrypted, which needs the setting SECRETS_KEY.',
      }),
      verifyCode: t.arg.string({
        description: 'The code that the sender wants in each answer, as Vercel does (x-vercel-verify).',
      }),
      audience: t.arg.string({
        description: 'The audience (`aud`) of the JWTs that the sender attaches, as Google Pub/Sub does.',
      }),
    },
    resolve: (_, { keyId, signatureSecret, verifyCode, audience }, ctx) =>
      setDrain(
        byOwner(ctx),
        numberIn('key', keyId),
        {
          signatureSecret: signatureSecret ?? undefined,
          verifyCode: verifyCode ?? undefined,
          audience: audience ?? undefined,
        },
        ctx.secrets,
      ),
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
    resolve: async (_, { domain, name }, ctx) => {
      const owner = byOwner(ctx);
      const given = { domain, name: name ?? undefined, most: ctx.accountCaps.sites };
      return changedSite(ctx, await createSite(owner, owner.own, given));
    },
  }),
  renameSite: t.field({
    type: SiteType,
    description: 'Gives a site another name.',
    args: {
      id: t.arg.id({ required: true, description: 'The id of the site.' }),
      name: t.arg.string({ required: true, description: 'The new name.' }),
    },
    resolve: async (_, { id, name }, ctx) => changedSite(ctx, await renameSite(byOwner(ctx), id, name)),
  }),
  deleteSite: t.id({
    description: 'Deletes a site and all its events, and returns its id. DOMAIN_MISMATCH for another domain.',
    args: {
      id: t.arg.id({ required: true, description: 'The id of the site.' }),
      domain: t.arg.string({ required: true, description: 'The domain of the site, to confirm.' }),
    },
    resolve: async (_, { id, domain }, ctx) => {
      await deleteSite(byOwner(ctx), id, domain);
      ctx.loaders.site.clear(id);
      return id;
    },
  }),
  setRetention: t.field({
    type: SiteType,
    description: 'Sets for how many whole days, including today, a site keeps its events.',
    args: {
      siteId: t.arg.id({ required: true, description: 'The id of the site.' }),
      days: t.arg.int({
        description: `From 1 to ${MOST_RETENTION_DAYS.toLocaleString('en')}; null if the plan decides.`,
      }),
    },
    resolve: async (_, { siteId, days }, ctx) =>
      changedSite(ctx, await setRetention(byOwner(ctx), siteId, days ?? null)),
  }),
}));

builder.mutationFields((t) => ({
  setExclusions: t.field({
    type: SiteType,
    description:
      'Sets what of its traffic a site does not record, all at once, from the next request or batch on. What is recorded stays.',
    args: {
      siteId: t.arg.id({ required: true, description: 'The id of the site.' }),
      addresses: t.arg.stringList({
        required: true,
        description: `Networks and addresses of clients, such as 203.0.113.0/24; at most ${MAX_EXCLUDED_ADDRESSES}.`,
      }),
      paths: t.arg.stringList({
        required: true,
        description: `Patterns of paths, such as /admin/**: "*" stands for any characters but "/", "**" for any; at most ${MAX_EXCLUDED_PATHS}.`,
      }),
    },
    resolve: async (_, { siteId, ...exclusions }, ctx) =>
      changedSite(ctx, await setExclusions(byOwner(ctx), siteId, exclusions)),
  }),
}));

builder.mutationFields((t) => ({
  changePassword: t.field({
    type: AccountType,
    extensions: { [FREE_FIELD]: accountLengths },
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
      const owner = byOwner(ctx);
      await endSession(owner, owner.own, numberIn('session', id));
      return id;
    },
  }),
  endOtherSessions: t.int({
    description:
      'Ends all sessions but that of this request, voids a sign-in link that was not used, and returns how many sessions there were.',
    resolve: (_, __, ctx) => endOtherSessions(ctx),
  }),
}));

function reachOf(scope: KeyScope, siteId: string | undefined): KeyReach {
  if (scope === 'read' && siteId === undefined) return { scope, siteId: null };
  if (scope !== 'read' && siteId !== undefined) return { scope, siteId };
  const allowed = 'the id of a site with the scopes COLLECT and DRAIN, and left out with READ';
  throw invalidParameter('siteId', siteId, allowed);
}

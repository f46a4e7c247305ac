import type { ShareLink } from '../domain/share-link.ts';
import { byOwner } from '../operations/owner/in-account.ts';
import {
  type NewShareLink,
  createShareLink,
  ownShareLinks,
  revokeShareLink,
} from '../operations/owner/share-links.ts';
import { NULL_ON_ERROR, builder } from './builder.ts';
import { numberIn } from './numbered-id.ts';
import { shownDays } from '../domain/share-link.ts';
import { SiteType } from './sites.ts';

const ShareLinkType = builder.objectRef<ShareLink>('ShareLink').implement({
  description: 'A link with which anybody may view one site without signing in, without its token.',
  fields: (t) => ({
    id: t.id({ description: 'The id to use in revokeShareLink.', resolve: ({ id }) => `share_${id}` }),
    name: t.exposeString('name', {
      description: 'What the owner calls it. Those who open the link do not see it.',
    }),
    start: t.field({
      type: 'Date',
      nullable: true,
      description: 'The first day that it shows; null for all days up to the last one.',
      resolve: ({ range }) => shownDays(range).start,
    }),
    end: t.field({
      type: 'Date',
      nullable: true,
      description: 'The last day that it shows; null for all days from the first one on.',
      resolve: ({ range }) => shownDays(range).end,
    }),
    alerts: t.exposeBoolean('alerts', { description: 'Whether it shows the alerts of the site.' }),
    notes: t.exposeBoolean('notes', { description: 'Whether it shows the notes of the site.' }),
    createdAt: t.expose('createdAtMs', { type: 'DateTime', description: 'When the link was made.' }),
    expiresAt: t.expose('expiresAtMs', { type: 'DateTime', description: 'When the link stops working.' }),
    lastUsedAt: t.expose('lastUsedAtMs', {
      type: 'DateTime',
      nullable: true,
      description: 'When the link was last used, to the minute; null if it never was.',
    }),
  }),
});

const CreatedShareLinkType = builder.objectRef<NewShareLink>('CreatedShareLink').implement({
  description: 'A new share link.',
  fields: (t) => ({
    token: t.exposeString('token', {
      description:
        'The token, which cannot be shown again. The link is the address of this service and /share#TOKEN.',
    }),
    shareLink: t.expose('link', { type: ShareLinkType, description: 'What the list of links shows of it.' }),
  }),
});

builder.objectField(SiteType, 'shareLinks', (t) =>
  t.field({
    type: [ShareLinkType],
    ...NULL_ON_ERROR,
    description: 'The share links that have not expired, newest first. Null on OWNER_REQUIRED.',
    resolve: (site, _, ctx) => ownShareLinks(ctx, site),
  }),
);

builder.mutationFields((t) => ({
  createShareLink: t.field({
    type: CreatedShareLinkType,
    description:
      'Makes a link that shows a site to anybody who has it. TOO_MANY_SHARE_LINKS if the site has 50 that have not expired.',
    args: {
      siteId: t.arg.id({ required: true, description: 'The id of the site.' }),
      name: t.arg.string({ required: true, description: 'A name, such as for whom the link is.' }),
      start: t.arg({ type: 'Date', description: 'The first UTC day that it shows; null for no limit.' }),
      end: t.arg({ type: 'Date', description: 'The last UTC day that it shows; null for no limit.' }),
      expiresInDays: t.arg.int({
        defaultValue: 30,
        description: 'For how many days the link works, from 1 to 365; INVALID_EXPIRY for others.',
      }),
      alerts: t.arg.boolean({ defaultValue: false, description: 'Whether it shows the alerts of its days.' }),
      notes: t.arg.boolean({ defaultValue: false, description: 'Whether it shows the notes of its days.' }),
    },
    resolve: (_, { siteId, name, start, end, expiresInDays, alerts, notes }, ctx) =>
      createShareLink(byOwner(ctx), {
        siteId,
        name,
        start: start ?? undefined,
        end: end ?? undefined,
        expiresInDays: expiresInDays ?? undefined,
        alerts: alerts ?? false,
        notes: notes ?? false,
      }),
  }),
  revokeShareLink: t.id({
    description:
      'Revokes a share link, from its next request on, and returns its id. SHARE_LINK_NOT_FOUND if the account has no such link.',
    args: { id: t.arg.id({ required: true, description: 'The id of the link.' }) },
    resolve: async (_, { id }, ctx) => {
      const owner = byOwner(ctx);
      await revokeShareLink(owner, { accountId: owner.own.id, linkId: numberIn('share', id) });
      return id;
    },
  }),
}));

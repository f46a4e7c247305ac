import type { Delivery } from '../domain/channel.ts';
import {
  type CreatedChannel,
  MOST_CHANNELS,
  changeChannel,
  createChannel,
  deleteChannel,
  retryChannel,
  rotateChannelSecret,
} from '../operations/owner/channels.ts';
import { byOwner } from '../operations/owner/in-account.ts';
import type { Channel } from '../operations/owner/in-channel.ts';
import { ownChannels } from '../operations/owner/own-channels.ts';
import { testChannel } from '../operations/owner/send-now.ts';
import { AccountType } from './account.ts';
import { AlertKindType } from './alert-enums.ts';
import { NULL_ON_ERROR, builder } from './builder.ts';
import { numberIn } from './numbered-id.ts';

const ChannelKindType = builder.enumType('ChannelKind', {
  description: 'How alerts and digests leave the service.',
  values: {
    EMAIL: { value: 'email', description: 'A mail; the target is an e-mail address.' },
    WEBHOOK: {
      value: 'webhook',
      description: 'A signed POST of JSON (Standard Webhooks); the target is an https address.',
    },
    SLACK: { value: 'slack', description: 'An incoming webhook of Slack.' },
    DISCORD: { value: 'discord', description: 'A webhook of Discord.' },
    NTFY: {
      value: 'ntfy',
      description: 'A topic of ntfy: https://ntfy.sh/TOPIC, with user:password@ if it needs one.',
    },
    APPRISE: { value: 'apprise', description: 'An Apprise API: https://HOST/notify/KEY.' },
  } as const,
});

const DeliveryStateType = builder.enumType('DeliveryState', {
  description: 'How a message to a channel went.',
  values: {
    PENDING: { value: 'pending', description: 'It was not tried yet.' },
    DELIVERED: { value: 'delivered', description: 'The other side has accepted it.' },
    FAILED: { value: 'failed', description: 'It failed, and is tried again, but for a test.' },
    GIVEN_UP: { value: 'given-up', description: 'It is not tried again, unless by retryChannel.' },
  } as const,
});

export const DeliveryType = builder.objectRef<Delivery>('Delivery').implement({
  description: 'How a message to a channel went.',
  fields: (t) => ({
    at: t.expose('atMs', {
      type: 'DateTime',
      description: 'When it was last tried, or made if it was not tried yet.',
    }),
    state: t.expose('state', { type: DeliveryStateType, description: 'How it went.' }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it failed, as the other side gave it; null otherwise.',
    }),
    nextAt: t.expose('nextAtMs', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried again; null if it is not.',
    }),
  }),
});

const ChannelType = builder.objectRef<Channel>('Channel').implement({
  description: 'Where the alerts and the digest of an account are sent.',
  fields: (t) => ({
    id: t.id({ description: 'The id to use in mutations.', resolve: ({ id }) => `channel_${id}` }),
    kind: t.expose('kind', { type: ChannelKindType, description: 'How they are sent.' }),
    name: t.exposeString('name', { description: 'What the owner calls it.' }),
    target: t.exposeString('target', {
      description:
        'Where it leads: an e-mail address, or of a web address its scheme, host and last four characters.',
    }),
    confirmed: t.exposeBoolean('isConfirmed', {
      description: 'False while nothing is sent, because who has the e-mail address has not confirmed it.',
    }),
    enabled: t.exposeBoolean('isEnabled', {
      description:
        'False if it is switched off: by its owner, by who unsubscribed, or by a receiver that answered 410.',
    }),
    kinds: t.expose('kinds', { type: [AlertKindType], description: 'The kinds of alerts that are sent.' }),
    siteIds: t.field({
      type: ['ID'],
      nullable: true,
      description: 'The sites whose alerts are sent; null for all. QUOTA is of no site.',
      resolve: ({ siteIds }) => siteIds,
    }),
    digest: t.exposeBoolean('sendsDigest', { description: 'Whether the digest is sent.' }),
    lastDelivery: t.field({
      type: DeliveryType,
      nullable: true,
      description: 'How the message went that was tried last; null if there was none in 30 days.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.deliveries.load(id))?.last ?? null,
    }),
    pending: t.int({
      description: 'How many messages are still to be sent, or to be tried again.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.deliveries.load(id))?.pending ?? 0,
    }),
    givenUp: t.int({
      description: 'How many messages of 30 days were given up.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.deliveries.load(id))?.givenUp ?? 0,
    }),
  }),
});

const CreatedChannelType = builder.objectRef<CreatedChannel>('CreatedChannel').implement({
  description: 'A new channel, or one with a new secret.',
  fields: (t) => ({
    channel: t.expose('channel', { type: ChannelType, description: 'The channel.' }),
    secret: t.exposeString('secret', {
      nullable: true,
      description:
        'The secret with which a webhook is signed (whsec_…). It cannot be shown again. Null for other kinds.',
    }),
  }),
});

builder.objectField(AccountType, 'channels', (t) =>
  t.field({
    type: [ChannelType],
    ...NULL_ON_ERROR,
    description: 'Where alerts and the digest are sent, oldest first. Costs nothing. Null on OWNER_REQUIRED.',
    resolve: (_, __, ctx) => ownChannels(ctx),
  }),
);

builder.mutationFields((t) => ({
  createChannel: t.field({
    type: CreatedChannelType,
    description: `Makes a channel. An e-mail address that is not the account’s is sent one mail, to confirm it. CHANNEL_REFUSED for a target that may not be used, or a setting that is missing; TOO_MANY_CHANNELS if the account has ${MOST_CHANNELS}.`,
    args: {
      kind: t.arg({ type: ChannelKindType, required: true, description: 'How messages are sent.' }),
      name: t.arg.string({ required: true, description: 'A name, such as who reads it.' }),
      target: t.arg.string({
        required: true,
        description: 'Where it leads: an e-mail address or an https address. It is stored encrypted.',
      }),
      kinds: t.arg({ type: [AlertKindType], description: 'The kinds of alerts to send; all by default.' }),
      siteIds: t.arg.idList({ description: 'The sites whose alerts are sent; all by default.' }),
      digest: t.arg.boolean({ defaultValue: false, description: 'Whether the digest is sent.' }),
    },
    resolve: (_, { kind, name, target, kinds, siteIds, digest }, ctx) => {
      const owner = byOwner(ctx);
      const given = { kind, name, target, kinds: kinds ?? undefined, siteIds: siteIds ?? undefined };
      return createChannel(owner, owner.own, { ...given, digest: digest ?? false }, ctx);
    },
  }),
  changeChannel: t.field({
    type: ChannelType,
    description:
      'Changes what is given of a channel. What is still to be sent is given up when it is switched off. CHANNEL_NOT_FOUND if the account has no such channel.',
    args: {
      id: t.arg.id({ required: true, description: 'The id of the channel.' }),
      name: t.arg.string({ description: 'Another name.' }),
      kinds: t.arg({ type: [AlertKindType], description: 'The kinds of alerts to send.' }),
      siteIds: t.arg.idList({ description: 'The sites whose alerts are sent; an empty list for all.' }),
      digest: t.arg.boolean({ description: 'Whether the digest is sent.' }),
      enabled: t.arg.boolean({ description: 'Whether anything is sent.' }),
    },
    resolve: (_, { id, name, kinds, siteIds, digest, enabled }, ctx) => {
      const given = { name: name ?? undefined, kinds: kinds ?? undefined, siteIds: siteIds ?? undefined };
      const switches = { digest: digest ?? undefined, enabled: enabled ?? undefined };
      return changeChannel(byOwner(ctx), numberIn('channel', id), { ...given, ...switches }, ctx.secrets);
    },
  }),
  deleteChannel: t.id({
    description:
      'Deletes a channel and returns its id. CHANNEL_NOT_FOUND if the account has no such channel.',
    args: { id: t.arg.id({ required: true, description: 'The id of the channel.' }) },
    resolve: async (_, { id }, ctx) => {
      await deleteChannel(byOwner(ctx), numberIn('channel', id));
      return id;
    },
  }),
}));

builder.mutationFields((t) => ({
  testChannel: t.field({
    type: DeliveryType,
    description:
      'Sends a test to a channel at once, and tells how that went. It is not tried again. CHANNEL_NOT_FOUND; CHANNEL_REFUSED for one that is switched off or not confirmed; RATE_LIMITED after 60 tests, confirmations and digests within an hour.',
    args: { id: t.arg.id({ required: true, description: 'The id of the channel.' }) },
    resolve: (_, { id }, ctx) => testChannel(byOwner(ctx), numberIn('channel', id), ctx),
  }),
  rotateChannelSecret: t.field({
    type: CreatedChannelType,
    description:
      'Gives a webhook another secret. For 24 hours messages are signed with both. CHANNEL_NOT_FOUND; CHANNEL_REFUSED for other kinds.',
    args: { id: t.arg.id({ required: true, description: 'The id of the channel.' }) },
    resolve: (_, { id }, ctx) => rotateChannelSecret(byOwner(ctx), numberIn('channel', id), ctx.secrets),
  }),
  retryChannel: t.field({
    type: ChannelType,
    description:
      'Sends again what was given up. CHANNEL_NOT_FOUND; CHANNEL_REFUSED for a channel that is switched off or not confirmed.',
    args: { id: t.arg.id({ required: true, description: 'The id of the channel.' }) },
    resolve: (_, { id }, ctx) => retryChannel(byOwner(ctx), numberIn('channel', id), ctx.secrets),
  }),
}));

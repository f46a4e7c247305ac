import type { Digest } from '../domain/digest.ts';
import { ownDigest, sendDigest, setDigest } from '../operations/owner/digests.ts';
import { AccountType } from './account.ts';
import { NULL_ON_ERROR, builder } from './builder.ts';
import { DeliveryType } from './channels.ts';

const DigestPeriodType = builder.enumType('DigestPeriod', {
  description: 'How often the digest is sent.',
  values: {
    WEEKLY: { value: 'weekly', description: 'On a weekday, of the seven days before.' },
    MONTHLY: { value: 'monthly', description: 'On the first of a month, of the month before.' },
  } as const,
});

const DigestType = builder.objectRef<Digest>('Digest').implement({
  description: 'When the digest of the account is sent: one message for all of its sites.',
  fields: (t) => ({
    every: t.expose('every', {
      type: DigestPeriodType,
      nullable: true,
      description: 'How often; null if it is off.',
    }),
    weekday: t.exposeInt('weekday', { description: 'The weekday of a weekly one: 1 to 7, from Monday.' }),
    hour: t.exposeInt('hour', { description: 'The hour, 0 to 23, in UTC.' }),
    nextAt: t.expose('nextAtMs', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is sent next; null if it is off.',
    }),
  }),
});

builder.objectField(AccountType, 'digest', (t) =>
  t.field({
    type: DigestType,
    ...NULL_ON_ERROR,
    description: 'When the digest is sent. Costs nothing. Null on OWNER_REQUIRED.',
    resolve: (_, __, ctx) => ownDigest(ctx),
  }),
);

builder.mutationFields((t) => ({
  setDigest: t.field({
    type: DigestType,
    description: 'Sets when the digest is sent, all at once: what is left out has its default.',
    args: {
      every: t.arg({ type: DigestPeriodType, description: 'How often; it is off without one.' }),
      weekday: t.arg.int({ description: '1 to 7, from Monday; Monday by default.' }),
      hour: t.arg.int({ description: '0 to 23, in UTC; 7 by default.' }),
    },
    resolve: (_, { every, weekday, hour }, ctx) =>
      setDigest(ctx, { every: every ?? undefined, weekday: weekday ?? undefined, hour: hour ?? undefined }),
  }),
  sendDigest: t.field({
    type: [DeliveryType],
    description:
      'Sends the digest at once to each channel that wants it, and tells how that went: of the seven days before today, or of the month before. What failed is tried again. RATE_LIMITED as testChannel.',
    resolve: (_, __, ctx) => sendDigest(ctx),
  }),
}));

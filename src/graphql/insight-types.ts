import type { BotPurpose } from '../catalogue/bots.ts';
import type { PurposeCount } from '../catalogue/purposes.ts';
import type { StatusCount, Verification } from '../domain/bot-facts.ts';
import { builder } from './builder.ts';

export const BotPurposeType = builder.enumType('BotPurpose', {
  description: 'Why a bot fetches pages, as its operator says, according to the catalogue of today.',
  values: {
    TRAINING: { value: 'training', description: 'To gather texts and images on which models are trained.' },
    SEARCH: { value: 'search', description: 'To fill the index of a search, which shows links to pages.' },
    USER: { value: 'user', description: 'To answer the question of one user, when they ask it.' },
    AGENT: {
      value: 'agent',
      description: 'To carry out a task for a user, as in a browser: it opens pages and fills in forms.',
    },
    OTHER: {
      value: 'other',
      description: 'For something else or several things, or the bot is not in the catalogue.',
    },
  } satisfies Record<string, { readonly value: BotPurpose; readonly description: string }>,
});

export const VerificationType = builder.objectRef<Verification>('Verification').implement({
  description: 'The verdicts on a number of bot visits. The five add up to the visits.',
  fields: (t) => ({
    signed: t.expose('signed', { type: 'SafeInt', description: 'Visits of verdict SIGNED.' }),
    verified: t.expose('verified', { type: 'SafeInt', description: 'Visits of verdict VERIFIED.' }),
    outside: t.expose('outside', {
      type: 'SafeInt',
      description:
        'Visits of verdict OUTSIDE. For bots of purpose USER or AGENT this does not mean that they are fake.',
    }),
    noList: t.expose('noList', { type: 'SafeInt', description: 'Visits of verdict NO_LIST.' }),
    unknown: t.expose('unknown', { type: 'SafeInt', description: 'Visits of verdict UNKNOWN.' }),
  }),
});

export const PurposeCountType = builder.objectRef<PurposeCount>('PurposeCount').implement({
  description: 'The visits of bots of one purpose.',
  fields: (t) => ({
    purpose: t.expose('purpose', { type: BotPurposeType, description: 'The purpose.' }),
    count: t.expose('count', { type: 'SafeInt', description: 'The number of visits.' }),
  }),
});

export const StatusCountType = builder.objectRef<StatusCount>('StatusCount').implement({
  description: 'The bot visits with one HTTP status.',
  fields: (t) => ({
    status: t.exposeInt('status', {
      nullable: true,
      description: 'The status; null for visits that were recorded without one.',
    }),
    count: t.expose('count', { type: 'SafeInt', description: 'The number of visits.' }),
  }),
});

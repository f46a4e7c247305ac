// What several reports have in JSON: their schemas, and the functions that make them.
import * as z from 'zod';
import { PURPOSES } from '../catalogue/purposes.ts';
import type { BotFacts } from '../domain/bot-facts.ts';
import { COMPARISONS } from '../domain/comparison.ts';
import type { EventCounts } from '../domain/event-counts.ts';
import type { RefusalCode } from '../domain/refusal.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../operations/reading/paging.ts';

/** A number of events. */
export const count = z.int().min(0);

/** A calendar day of the years 0001 to 9999. */
export const date = z.iso
  .date()
  .regex(/^(?!0000)/)
  .meta({ format: 'date' });

export const instant = z.iso.datetime({ precision: 3 });

export const purpose = z.enum(PURPOSES).meta({
  description:
    'Why a bot fetches pages, as its operator says. training: to train models; search: for the index of a search; user: ' +
    'to answer a question of one user; agent: to carry out a task of a user; other: something else, or not known.',
});

/** Visits by purpose. */
export const purposeCounts = z.array(z.object({ purpose, count }));

export const verification = z
  .object({ signed: count, verified: count, outside: count, no_list: count, unknown: count })
  .meta({
    description:
      'Visits by whether they are shown to be of the operator of the bot; they add up to the visits. signed: by their ' +
      'signature, of its company; else by their address. verified: in a ' +
      'range that the operator publishes; outside: in none, which does not mean a fake for the purposes user and agent; ' +
      'no_list: there are no ranges to compare with; unknown: recorded without an address.',
  });

/** What is known of a number of bot visits. */
export const facts = {
  verification,
  failed: count.meta({ description: 'Bot visits with a status of 400 or above.' }),
  bytes: count.nullable().meta({
    description: 'Bytes sent, as far as they were recorded, at most 2^53-1; null if they never were.',
  }),
};

/** Visits by HTTP status. */
export const statusCounts = z
  .array(z.object({ status: z.int().nullable(), count }))
  .meta({ description: 'Visits by HTTP status, largest first; null: recorded without one.' });

export const period = z
  .object({ start: date, end: date })
  .meta({ description: 'The range, in UTC days, inclusive.' });

export const totals = z.object({
  bot_visits: count.meta({ description: 'Visits of AI bots.' }),
  referrals: count.meta({ description: 'Clicks from LLM products.' }),
  conversions: count.meta({ description: 'Goals reached.' }),
});

export const eventType = z.enum(['bot', 'referral', 'conversion']).meta({
  id: 'EventType',
  description:
    'bot: a crawler took a page; referral: a click from an LLM product; conversion: a goal was reached.',
});

export const siteId = z.string().meta({
  description: 'The id of one of your sites; `GET /api/v1/sites` lists them.',
  example: 'site_3avtamf2x1mphb64',
});

export const botName = z.string().meta({
  description: 'The name of a bot as the stats list it; case matters.',
  example: 'GPTBot',
});

/** The first and last day of a range. */
export const RANGE = rangeOf('7 days before today', 'today');

/** The days of a list that is not long. */
export const OPEN_RANGE = rangeOf('the first of all', 'the last of all');

function rangeOf(usualStart: string, usualEnd: string) {
  return {
    start: date.optional().meta({
      description: `First UTC day, inclusive, from 0001-01-01 to 9999-12-31. By default ${usualStart}.`,
      example: '2026-03-08',
    }),
    end: date.optional().meta({
      description: `Last UTC day, inclusive, not before \`start\`. By default ${usualEnd}.`,
      example: '2026-03-15',
    }),
  };
}

/** What the range is compared with. */
export const COMPARE = {
  compare: z
    .enum(COMPARISONS)
    .optional()
    .meta({
      description:
        'Adds the counts of an earlier period, for a second unit of the budget. previous-period: the equally long range ' +
        'before; previous-year: the same days a year before.',
      example: 'previous-period',
    }),
};

export const DETAIL = {
  detail: z.enum(['true', 'false']).optional().meta({ default: 'false', example: 'true' }),
};

/** The part of a list that is answered. */
export const LISTING = listingOf(DEFAULT_LIMIT, MAX_LIMIT);

export function listingOf(usual: number, most: number) {
  return {
    limit: z.int().min(1).max(most).optional().meta({
      description: 'The most items of a page.',
      default: usual,
      example: usual,
    }),
    cursor: z.string().min(1).optional().meta({
      description: 'The `next_cursor` of the previous page, with the same other parameters except `limit`.',
    }),
  };
}

export const nextCursor = z.string().nullable().meta({
  description: 'The `cursor` of the next page; null on the last one.',
});

/** A filter by bot. */
export const botFilter = z.string().min(1).optional().meta({
  description: 'Only visits of the bot with this name; case matters.',
  example: 'GPTBot',
});

/** The error object with one of the codes. */
export function errorObject(codes: readonly RefusalCode[]) {
  return z.object({
    error: z.string().meta({ description: 'What went wrong, as a sentence for people.' }),
    code: z.enum(codes).meta({ description: 'What went wrong, for programs.' }),
    ...(codes.includes('RATE_LIMITED') && {
      retry_after: z.int().min(1).optional().meta({
        description: 'Seconds after which a request would be granted. With RATE_LIMITED only.',
      }),
    }),
  });
}

export function factsObject({ verification, failed, bytes }: BotFacts) {
  const { signed, verified, outside, noList, unknown } = verification;
  return { verification: { signed, verified, outside, no_list: noList, unknown }, failed, bytes };
}

export function totalsObject({ bot, referral, conversion }: Readonly<EventCounts>): z.input<typeof totals> {
  return { bot_visits: bot, referrals: referral, conversions: conversion };
}

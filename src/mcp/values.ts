import { z } from 'zod';
import { PURPOSES } from '../catalogue/purposes.ts';
import type { Verification } from '../domain/bot-facts.ts';
import type { PageCount } from '../domain/page-count.ts';
import { count } from '../http/schema-parts.ts';

/** The values that several reports have. */
export const instant = z.iso.datetime({ precision: 3 });

export const purpose = z.enum(PURPOSES).meta({
  description:
    'Why a bot fetches pages, as its operator says. training: to train models; search: for the index of a search; user: ' +
    'to answer a question of one user; agent: to carry out a task of a user; other: something else, or not known.',
});

export const verification = z
  .object({ verified: count, outside: count, no_list: count, unknown: count })
  .meta({
    description:
      'Visits by whether their address belongs to the operator of the bot; they add up to the visits. verified: in a ' +
      'range that the operator publishes; outside: in none, which does not mean a fake for the purposes user and agent; ' +
      'no_list: there are no ranges to compare with; unknown: recorded without an address.',
  });

export const bytes = count.nullable().meta({ description: 'Bytes sent, as far as told; null if never.' });

export const failed = count.meta({ description: 'Bot visits with a status from 400.' });

export const page = z.object({
  page_path: z.string(),
  bot_visits: count,
  referrals: count,
  conversions: count,
  failed,
  bytes,
});

export function verificationObject({ verified, outside, noList, unknown }: Verification) {
  return { verified, outside, no_list: noList, unknown };
}

export function pageObject({ pagePath, botVisits, referrals, conversions, ...facts }: PageCount) {
  return {
    page_path: pagePath,
    bot_visits: botVisits,
    referrals,
    conversions,
    failed: facts.failed,
    bytes: facts.bytes,
  };
}

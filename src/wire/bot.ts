import { z } from 'zod';
import type { BotProfile } from '../operations/reading/bot.ts';
import {
  bytes,
  count,
  failed,
  instant,
  instantOrNull,
  purpose,
  verification,
  verificationObject,
} from './parts.ts';

/** What is known of the visits of one bot. */
export const botFacts = {
  bot_name: z.string(),
  bot_company: z.string().nullable().meta({ description: 'Who runs it; null if it never came to the site.' }),
  purpose,
  visits: count,
  failed,
  bytes,
  verification,
  first_seen_at: instant.nullable().meta({ description: 'Its first visit ever; null if it never came.' }),
  last_seen_at: instant.nullable(),
};

export const statusCounts = z
  .array(z.object({ status: z.int().nullable(), count }))
  .meta({ description: 'Visits by HTTP status, largest first; null: recorded without one.' });

export async function botFactsObject(profile: BotProfile) {
  return {
    bot_name: profile.name,
    bot_company: profile.company,
    purpose: profile.purpose,
    visits: profile.visits,
    failed: profile.failed,
    bytes: profile.bytes,
    verification: verificationObject(profile.verification),
    first_seen_at: instantOrNull(await profile.firstSeenMs()),
    last_seen_at: instantOrNull(profile.lastSeenMs),
  };
}

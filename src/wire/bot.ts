import * as z from 'zod';
import { instantOrNull } from '../domain/time.ts';
import type { BotProfile } from '../operations/reading/bot.ts';
import { type Pieces, inChunks, itemsOf } from './chunks.ts';
import { LISTING, RANGE, count, facts, factsObject, instant, purpose, statusCounts } from './parts.ts';
import { botObedienceObject, botObedienceSchema } from './obedience.ts';
import { EXAMPLE, pageObjects, pageSchema } from './pages.ts';
import { GRANULARITY, pointSchema, pointTexts } from './timeseries.ts';

export const botQuery = z.object({
  ...RANGE,
  ...GRANULARITY,
  limit: LISTING.limit.meta({ description: 'The most pages.', default: 10, example: 10 }),
});

/** What is known of the visits of one bot. */
export const botFacts = {
  bot_name: z.string(),
  bot_company: z.string().nullable().meta({ description: 'Who runs it; null if it never came to the site.' }),
  purpose,
  visits: count,
  failed: facts.failed,
  bytes: facts.bytes,
  verification: facts.verification,
  signers: z
    .array(z.object({ host: z.string(), visits: count }))
    .meta({ description: 'Who signed visits, by most visits; by the host of their keys.' }),
  signatures: z
    .object({ valid: count, expired: count, invalid: count, unknown_key: count, unchecked: count })
    .meta({ description: 'The visits that carry a signature, by what became of it.' }),
  first_seen_at: instant.nullable().meta({ description: 'Its first visit ever; null if it never came.' }),
  last_seen_at: instant.nullable(),
};

/** The body of GET /api/v1/sites/{siteId}/bots/{botName}. */
export const botSchema = z
  .object({
    ...botFacts,
    documentation_url: z.string().nullable().meta({ description: 'A page about the bot.' }),
    robots_txt: z
      .string()
      .nullable()
      .meta({ description: 'Its token for robots.txt, if its operator documents one.' }),
    statuses: statusCounts,
    obedience: botObedienceSchema
      .nullable()
      .meta({ description: 'What its visits are by robots.txt; null without visits that were checked.' }),
    pages: z.array(pageSchema).meta({ description: 'The pages that it visited most.' }),
    timeseries: z
      .array(pointSchema)
      .meta({ description: 'A point for each day or hour of the range, in order.' }),
  })
  .meta({
    id: 'BotProfile',
    example: {
      bot_name: 'GPTBot',
      bot_company: 'OpenAI',
      purpose: 'training',
      visits: 48,
      failed: 1,
      bytes: 592_921,
      verification: { signed: 0, verified: 40, outside: 0, no_list: 0, unknown: 8 },
      signers: [],
      signatures: { valid: 0, expired: 0, invalid: 0, unknown_key: 0, unchecked: 0 },
      first_seen_at: '2026-01-22T14:56:01.003Z',
      last_seen_at: '2026-03-15T12:34:56.789Z',
      documentation_url: 'https://developers.openai.com/api/docs/bots',
      robots_txt: 'GPTBot',
      statuses: [
        { status: 200, count: 47 },
        { status: 404, count: 1 },
      ],
      obedience: null,
      pages: [{ ...EXAMPLE, referrals: 0, conversions: 0 }],
      timeseries: [{ date: '2026-03-15', bot_visits: 48, referrals: 0, conversions: 0 }],
    },
  });

export function botFactsObject(profile: BotProfile) {
  const { failed, bytes, verification } = factsObject(profile);
  return {
    bot_name: profile.name,
    bot_company: profile.company,
    purpose: profile.purpose,
    visits: profile.visits,
    failed,
    bytes,
    verification,
    signers: [...profile.signers],
    signatures: signaturesObject(profile),
    first_seen_at: instantOrNull(profile.firstSeenMs),
    last_seen_at: instantOrNull(profile.lastSeenMs),
  };
}

type Parts = Parameters<BotProfile['pages']>[0] & Parameters<BotProfile['buckets']>[0];

/** The body in chunks, `first` before it. */
export function botChunks(
  profile: BotProfile,
  parts: Parts,
  first: object = {},
): AsyncGenerator<string, void> {
  const { granularity, counted } = profile.buckets(parts);

  async function* pieces(): Pieces {
    const head = JSON.stringify({ ...first, ...(await botHeadObject(profile, parts)) });
    yield [head.slice(0, -1), ',"timeseries":['];
    yield* itemsOf(pointTexts(granularity, [profile.range], [counted]));
    yield [']}'];
  }
  return inChunks(pieces());
}

/** The body without its points. */
export async function botHeadObject(profile: BotProfile, parts: Parameters<BotProfile['pages']>[0]) {
  return {
    ...botFactsObject(profile),
    documentation_url: profile.documentation,
    robots_txt: profile.robotsToken,
    statuses: [...profile.statuses],
    obedience: profile.obedience && (await botObedienceObject(profile.obedience)),
    pages: await pageObjects(profile.pages(parts), profile.sitemapStates),
  };
}

function signaturesObject({ signatures: { unknownKey: unknown_key, unchecked, ...others } }: BotProfile) {
  return { ...others, unknown_key, unchecked };
}

import { counted } from '../domain/counted.ts';
import * as z from 'zod';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { findBot } from '../catalogue/find-bot.ts';
import { bot } from '../operations/reading/bot.ts';
import { botFacts, botFactsObject } from '../wire/bot.ts';
import { pageObjects, pageSchema } from '../wire/pages.ts';
import { count, statusCounts } from '../wire/parts.ts';
import { DAYS, SITE, text } from './arguments.ts';
import { defineReport, listed } from './report.ts';
import { MAX_DAYS, trendObject, trendSchema } from './trend.ts';

const { bot_name, bot_company, purpose, first_seen_at, last_seen_at, ...counts } = botFacts;

const MAX_PAGES = 10;
const MAX_STATUSES = 20;

const catalogued = z.object({
  company: z.string(),
  documentation_url: z
    .string()
    .nullable()
    .meta({ description: 'A page about the bot; null if none is known.' }),
  robots_txt: z
    .string()
    .nullable()
    .meta({ description: 'Its token for robots.txt; null if its operator documents none.' }),
});

export const explainBot = defineReport({
  name: 'explain_bot',
  title: 'Explain a bot',
  description:
    'What is known of one bot on a site: who runs it and why it fetches pages, whether its visits were its own, the ' +
    `statuses it got, its ${MAX_PAGES} most visited pages, its first and last visit ever, and its visits over time. Of a ` +
    'bot that never came, counts are 0. Costs two units of the budget "insight", one of them for the coverage.',
  input: z.strictObject({
    ...SITE,
    bot_name: text({ description: 'The name as stats lists it, such as GPTBot; case matters.' }),
    ...DAYS,
  }),
  output: {
    ...{ bot_name, bot_company, purpose },
    catalogue: catalogued
      .nullable()
      .meta({ description: 'What is known of it anywhere; null if it is no listed AI bot.' }),
    ...counts,
    statuses: statusCounts,
    statuses_left_out: count,
    pages: z.array(pageSchema).meta({ description: 'The pages that it visited most.' }),
    ...{ first_seen_at, last_seen_at },
    trend: trendSchema,
  },
  async read(ctx, { site_id: siteId, bot_name: name, start, end }) {
    const [pages, buckets] = [{ limit: MAX_PAGES }, { maxPoints: MAX_DAYS }];
    const profile = await bot(ctx, { siteId, name, start, end, ...pages, ...buckets });
    const { counted: days } = profile.buckets(buckets);
    const known = botFactsObject(profile);
    const { visits, failed, bytes, verification, signers, signatures } = known;
    const { items: statuses, leftOut } = listed(profile.statuses, MAX_STATUSES);
    const value = {
      bot_name: known.bot_name,
      bot_company: known.bot_company,
      purpose: known.purpose,
      catalogue: catalogueObject(ctx.catalogue, name),
      ...{ visits, failed, bytes, verification, signers, signatures },
      statuses: [...statuses],
      statuses_left_out: leftOut,
      pages: await pageObjects(profile.pages(pages), profile.sitemapStates),
      first_seen_at: known.first_seen_at,
      last_seen_at: known.last_seen_at,
      trend: trendObject(profile.range, days),
    };
    return { range: profile.range, value, numbers: `${counted(profile.visits, 'visit')} of the bot` };
  },
});

function catalogueObject(catalogue: Catalogue, name: string) {
  const known = findBot(catalogue, name);
  if (known === undefined) return null;
  const { company, documentation, robotsToken } = known;
  return { company, documentation_url: documentation, robots_txt: robotsToken };
}

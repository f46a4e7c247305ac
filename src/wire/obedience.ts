import * as z from 'zod';
import { instantOrNull } from '../domain/time.ts';
import type { BotObedience, BrokenRule, Obedience } from '../operations/reading/obedience.ts';
import { RANGE, count, instant, purpose } from './parts.ts';

export const obedienceQuery = z.object(RANGE);

const states = {
  visits: count.meta({
    description: 'The visits that were checked; allowed, against and unknown add up to them.',
  }),
  allowed: count.meta({ description: 'Those that robots.txt allowed.' }),
  against: count.meta({ description: 'Those that it forbade.' }),
  unknown: count.meta({ description: 'Those of which it is not known.' }),
};

export const brokenRuleSchema = z.object({
  rule: z.string().meta({ description: 'As it was written.' }),
  group: z
    .string()
    .meta({ description: 'The names of its group, as its User-agent lines have them: "CCBot, Amazonbot".' }),
  line: z.int().min(1),
  version: z
    .int()
    .min(1)
    .meta({ description: 'The number of its version: the newest that the bots may have relied on.' }),
  visits: count,
  bots: z.array(z.string()).meta({ description: 'The bots that broke it, those of most visits first.' }),
  pages: z
    .array(z.object({ page_path: z.string(), visits: count }))
    .meta({ description: 'The five pages on which it was broken most.' }),
});

export const botObedienceSchema = z.object({
  bot_name: z.string(),
  bot_company: z.string(),
  purpose,
  follows_robots: z
    .boolean()
    .nullable()
    .meta({ description: 'As its operator documents; null if it documents nothing.' }),
  ...states,
  last_read_at: instant
    .nullable()
    .meta({ description: 'When it last read robots.txt by the end of the range.' }),
  last_read_version: z.int().nullable().meta({ description: 'The number of the version that it read then.' }),
  rules: z.array(brokenRuleSchema).meta({ description: 'The ten that it broke most.' }),
});

export const obedienceFields = {
  judged_until: instant.nullable().meta({
    description:
      'Visits up to this time have been checked; later ones are not counted here. Null if none ever was checked.',
  }),
  ...states,
};

const EXAMPLE_RULE: z.input<typeof brokenRuleSchema> = {
  ...{ rule: 'Disallow: /private/', group: 'GPTBot', line: 2, version: 3, visits: 7, bots: ['GPTBot'] },
  pages: [{ page_path: '/private/plans', visits: 7 }],
};

/** The body of GET /api/v1/sites/{siteId}/obedience. */
export const obedienceSchema = z
  .object({
    ...obedienceFields,
    bots: z.array(botObedienceSchema).meta({
      description: 'Those with most visits against the rules first, then those with most visits.',
    }),
    rules: z.array(brokenRuleSchema).meta({ description: 'The ten that were broken most.' }),
  })
  .meta({
    id: 'Obedience',
    example: {
      judged_until: '2026-03-15T12:34:56.789Z',
      ...{ visits: 48, allowed: 40, against: 7, unknown: 1 },
      bots: [
        {
          ...{ bot_name: 'GPTBot', bot_company: 'OpenAI', purpose: 'training', follows_robots: true },
          ...{ visits: 48, allowed: 40, against: 7, unknown: 1 },
          ...{ last_read_at: '2026-03-15T08:00:00.000Z', last_read_version: 3 },
          rules: [EXAMPLE_RULE],
        },
      ],
      rules: [EXAMPLE_RULE],
    },
  });

export async function obedienceObject(found: Obedience): Promise<z.input<typeof obedienceSchema>> {
  const { judgedUntilMs, visits, allowed, against, unknown, bots, rules } = found;
  return {
    judged_until: instantOrNull(judgedUntilMs),
    ...{ visits, allowed, against, unknown },
    bots: await Promise.all(bots.map(botObedienceObject)),
    rules: await Promise.all(rules.map(brokenRuleObject)),
  };
}

export async function botObedienceObject(bot: BotObedience): Promise<z.input<typeof botObedienceSchema>> {
  const { visits, allowed, against, unknown } = bot;
  return {
    bot_name: bot.botName,
    bot_company: bot.botCompany,
    purpose: bot.purpose,
    follows_robots: bot.followsRobots,
    ...{ visits, allowed, against, unknown },
    last_read_at: instantOrNull(bot.lastReadMs),
    last_read_version: bot.lastReadVersion,
    rules: await Promise.all(bot.rules.map(brokenRuleObject)),
  };
}

async function brokenRuleObject(broken: BrokenRule): Promise<z.input<typeof brokenRuleSchema>> {
  const { rule, group, line, version, visits, bots } = broken;
  const pages = (await broken.pages()).map((page) => ({ page_path: page.pagePath, visits: page.visits }));
  return { rule, group, line, version, visits, bots: [...bots], pages };
}

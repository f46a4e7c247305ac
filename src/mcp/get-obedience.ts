import * as z from 'zod';
import { counted } from '../domain/counted.ts';
import { obedience } from '../operations/reading/obedience.ts';
import { botObedienceSchema, brokenRuleSchema, obedienceFields, obedienceObject } from '../wire/obedience.ts';
import { count } from '../wire/parts.ts';
import { DAYS, MAX_ITEMS, SITE } from './arguments.ts';
import { defineReport, listed } from './report.ts';

/** Of each bot; the ten of all bots are listed beside them. The schema names this number. */
const MAX_RULES = 3;

export const getObedience = defineReport({
  name: 'get_obedience',
  title: 'Did bots obey robots.txt?',
  description:
    'Whether the bots that came to a site did what its robots.txt asked for. Each visit is checked against the versions that ' +
    'the bot had read in the 24 hours before, or if it had read none, against all that were in force in those hours. Where ' +
    'these differ, or nothing is known, the visit counts as unknown. ' +
    `At most ${MAX_ITEMS} bots, those with most visits against the rules first, and the ten rules that were broken most. ` +
    'Costs two units of the budget "insight", one of them for the coverage.',
  input: z.strictObject({ ...SITE, ...DAYS }),
  output: {
    ...obedienceFields,
    bots: z.array(
      botObedienceSchema.extend({
        rules: z.array(brokenRuleSchema).meta({ description: 'The three that it broke most.' }),
      }),
    ),
    left_out: count.meta({ description: 'Bots that are not listed.' }),
    rules: z.array(brokenRuleSchema),
  },
  async read(ctx, { site_id: siteId, start, end }) {
    const found = await obedience(ctx, { siteId, start, end });
    const { items, leftOut } = listed(found.bots, MAX_ITEMS);
    const shown = items.map((bot) => ({ ...bot, rules: bot.rules.slice(0, MAX_RULES) }));
    const value = { ...(await obedienceObject({ ...found, bots: shown })), left_out: leftOut };
    const numbers = `${counted(found.against, 'visit')} of ${found.visits} against robots.txt, ${found.unknown} unknown`;
    return { range: found.range, value, numbers };
  },
});

import * as z from 'zod';
import { anyOf } from '../domain/any-of.ts';

/** The message of a schema says what is allowed (`parseArguments`). */
const A_STRING = 'a string';

/** Any text: the operation checks it, so that it is refused in the order and the words of the other doors. */
export function text(meta: Readonly<Record<string, unknown>>) {
  return z.string(A_STRING).meta(meta);
}

/** One of these words. The operation does not check it. */
export function word<const Words extends readonly [string, ...string[]]>(
  words: Words,
  meta: Readonly<Record<string, unknown>>,
) {
  return z.enum(words, anyOf(words.map((one) => `"${one}"`))).meta(meta);
}

/** The most items of a page. Programs get more, but an assistant reads every one. */
export const MAX_ITEMS = 50;

const ALLOWED_ITEMS = `a whole number from 1 to ${MAX_ITEMS}`;

/** How many items a page of a list may have. */
export const LIMIT = {
  limit: z
    .int(ALLOWED_ITEMS)
    .min(1, ALLOWED_ITEMS)
    .max(MAX_ITEMS, ALLOWED_ITEMS)
    .default(MAX_ITEMS)
    .meta({ description: 'The most items of a page.' }),
};

export const SITE = { site_id: text({ description: 'The id of the site, from list_sites.' }) };

/** The days of a report. */
export const DAYS = {
  start: text({
    description: 'First UTC day, inclusive, as YYYY-MM-DD. By default 7 days before today.',
    format: 'date',
  }).optional(),
  end: text({
    description: 'Last UTC day, inclusive, as YYYY-MM-DD. By default today, which is not over.',
    format: 'date',
  }).optional(),
};

export const CURSOR = {
  cursor: text({
    description: 'The next_cursor of the page before, with the same other arguments except limit.',
  }).optional(),
};

import type { TimeRange } from './date-range.ts';
import { FROM_EARLIER_PAGE, digestOf, forSameQuestion, isInTime } from './cursor.ts';
import { invalidParameter } from './refusal.ts';
import { DAY_MS } from './time.ts';

/** The parameters of a list of the pages of a sitemap, as given. A cursor is valid for exactly these. */
export type ReachQuestion = {
  readonly siteId: string;
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly state: string;
  readonly search: string | undefined;
  readonly botName: string | undefined;
  readonly company: string | undefined;
  readonly purpose: string | undefined;
};

const PATTERN = /^(-?\d{1,7})\.(-?\d{1,7})\.([\w-]{16})(\/.*)$/s;
const FILTERS = ['state', 'search', 'bot', 'company', 'purpose'];

/** Makes the cursors of such a list, which hold what those of events do (`createCursors`), and the path. */
export function createReachCursors(range: TimeRange, question: ReachQuestion): (pagePath: string) => string {
  const rest = `${range.fromMs / DAY_MS}.${range.untilMs / DAY_MS}.${digest(question)}`;
  return (pagePath) => Buffer.from(`${rest}${pagePath}`).toString('base64url');
}

/** The path and range of a cursor. INVALID_PARAMETER if it is malformed or was made for other parameters. */
export function decodeReachCursor(
  cursor: string,
  question: ReachQuestion,
): { readonly position: string; readonly range: TimeRange } {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, from, until, questionDigest, position = ''] = PATTERN.exec(text) ?? [];
  const range = { fromMs: Number(from) * DAY_MS, untilMs: Number(until) * DAY_MS };
  const isCanonical = Buffer.from(text).toString('base64url') === cursor;
  if (!isCanonical || questionDigest === undefined || !isInTime(range) || position.includes('\0'))
    throw invalidParameter('cursor', cursor, FROM_EARLIER_PAGE);
  if (questionDigest !== digest(question)) throw invalidParameter('cursor', cursor, forSameQuestion(FILTERS));
  return { position, range };
}

function digest({ siteId, start, end, state, search, botName, company, purpose }: ReachQuestion): string {
  return digestOf(['reach', siteId, start, end, state, search, botName, company, purpose]);
}

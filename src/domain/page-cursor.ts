import type { TimeRange } from './date-range.ts';
import { FROM_EARLIER_PAGE, digestOf, forSameQuestion, isInTime } from './cursor.ts';
import type { PagePosition } from './page-count.ts';
import { invalidParameter } from './refusal.ts';
import { DAY_MS } from './time.ts';

/** The parameters of a list of pages, as given. A cursor is valid for exactly these. */
export type PageQuestion = {
  readonly siteId: string;
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly orderBy: string;
  readonly search: string | undefined;
  readonly botName: string | undefined;
  readonly company: string | undefined;
  readonly purpose: string | undefined;
};

const PATTERN = /^(\d{1,16})\.(-?\d{1,7})\.(-?\d{1,7})\.([\w-]{16})(\/.*)$/s;
const FILTERS = ['orderBy', 'search', 'bot', 'company', 'purpose'];

/** Makes the cursors of a list of pages, which hold what those of events do (`createCursors`), and the path. */
export function createPageCursors(
  range: TimeRange,
  question: PageQuestion,
): (position: PagePosition) => string {
  const rest = `${range.fromMs / DAY_MS}.${range.untilMs / DAY_MS}.${digest(question)}`;
  return ({ count, pagePath }) => Buffer.from(`${count}.${rest}${pagePath}`).toString('base64url');
}

/** The position and range of a cursor. INVALID_PARAMETER if it is malformed or was made for other parameters. */
export function decodePageCursor(
  cursor: string,
  question: PageQuestion,
): { readonly position: PagePosition; readonly range: TimeRange } {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, count, from, until, questionDigest, pagePath = ''] = PATTERN.exec(text) ?? [];
  const position = { count: Number(count), pagePath };
  const range = { fromMs: Number(from) * DAY_MS, untilMs: Number(until) * DAY_MS };
  const isCanonical = Buffer.from(text).toString('base64url') === cursor;
  if (!isCanonical || questionDigest === undefined || !isPossible(position, range)) {
    throw invalidParameter('cursor', cursor, FROM_EARLIER_PAGE);
  }
  if (questionDigest !== digest(question)) {
    throw invalidParameter('cursor', cursor, forSameQuestion(FILTERS));
  }
  return { position, range };
}

function isPossible({ count, pagePath }: PagePosition, range: TimeRange): boolean {
  return isInTime(range) && Number.isSafeInteger(count) && !pagePath.includes('\0');
}

function digest({ siteId, start, end, orderBy, search, botName, company, purpose }: PageQuestion): string {
  return digestOf(['pages', siteId, start, end, orderBy, search, botName, company, purpose]);
}

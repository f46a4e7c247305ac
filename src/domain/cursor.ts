import { hash } from 'node:crypto';
import type { TimeRange } from './date-range.ts';
import { type Sentence, invalidParameter } from './refusal.ts';
import { DAY_MS, EARLIEST_MS, LATEST_MS, formatInstant } from './time.ts';

/** The end of a page of events: the sort key of its last event. */
export type Position = { readonly createdAtMs: number; readonly id: number };

/** The parameters of a list of events, as given. A cursor is valid for exactly these. */
export type Question = {
  readonly siteId: string;
  readonly type: string | undefined;
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly botName?: string | undefined;
  readonly pagePath?: string | undefined;
};

const PATTERN = /^(-?\d{1,15})\.(\d{1,16})\.(-?\d{1,7})\.(-?\d{1,7})\.([\w-]{16})$/;

export const FROM_EARLIER_PAGE: Sentence = (nameOf) =>
  `a ${nameOf('nextCursor')} of an earlier page, unchanged`;

/** The parameters are those that matter beside the site, `start` and `end`. */
export function forSameQuestion(parameters: readonly string[]): Sentence {
  return (nameOf) =>
    `used with the site, ${parameters.map(nameOf).join(', ')}, ${nameOf('start')} and ${nameOf('end')} it was made for`;
}

/**
 * Makes the opaque, URL-safe cursors of a list. A cursor holds the position, the range of days of the first page, so
 * that paging past midnight keeps its range, and a digest of the parameters. It is not signed: it grants no access.
 */
export function createCursors(range: TimeRange, question: Question): (position: Position) => string {
  const rest = `${range.fromMs / DAY_MS}.${range.untilMs / DAY_MS}.${digest(question)}`;
  return ({ createdAtMs, id }) => Buffer.from(`${createdAtMs}.${id}.${rest}`).toString('base64url');
}

/** The position and range of a cursor. INVALID_PARAMETER if it is malformed or was made for other parameters. */
export function decodeCursor(cursor: string, question: Question): { position: Position; range: TimeRange } {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, createdAt, id, from, until, questionDigest] = PATTERN.exec(text) ?? [];
  const position = { createdAtMs: Number(createdAt), id: Number(id) };
  const range = { fromMs: Number(from) * DAY_MS, untilMs: Number(until) * DAY_MS };
  const canonical = Buffer.from(text, 'latin1').toString('base64url') === cursor;
  if (!canonical || questionDigest === undefined || !isPossible(position, range)) {
    throw invalidParameter('cursor', cursor, FROM_EARLIER_PAGE);
  }
  if (questionDigest !== digest(question)) {
    const parameters = isFiltered(question) ? ['type', 'bot', 'page'] : ['type'];
    throw invalidParameter('cursor', cursor, forSameQuestion(parameters));
  }
  return { position, range };
}

function isPossible({ createdAtMs, id }: Position, range: TimeRange): boolean {
  const { fromMs, untilMs } = range;
  return isInTime(range) && createdAtMs >= fromMs && createdAtMs < untilMs && Number.isSafeInteger(id);
}

const WRITTEN = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z),(\d{1,16})$/;

/** A position as callers write it who have the event, and no cursor: its `created_at` and its `id`. */
export function formatPosition({ createdAtMs, id }: Position): string {
  return `${formatInstant(createdAtMs)},${id}`;
}

/** The position that `formatPosition` writes so; undefined for any other text, and outside the range. */
export function parsePosition(text: string, range: TimeRange): Position | undefined {
  const [, createdAt = '', id] = WRITTEN.exec(text) ?? [];
  const position = { createdAtMs: Date.parse(createdAt), id: Number(id) };
  // the round trip finds days that do not exist
  return isPossible(position, range) && formatPosition(position) === text ? position : undefined;
}

/** Whether the range is within the years 1 to 9999. */
export function isInTime({ fromMs, untilMs }: TimeRange): boolean {
  return fromMs >= EARLIEST_MS && untilMs <= LATEST_MS;
}

/** The cursors of lists without filters are older than the filters, and stay the same. */
function digest(question: Question): string {
  const { siteId, type, start, end, botName, pagePath } = question;
  return digestOf([siteId, type, start, end, ...(isFiltered(question) ? [botName, pagePath] : [])]);
}

function isFiltered({ botName, pagePath }: Question): boolean {
  return botName !== undefined || pagePath !== undefined;
}

/** Tells the parameters of one list from those of others. */
export function digestOf(parameters: readonly (string | undefined)[]): string {
  return hash('sha256', JSON.stringify(parameters.map((value) => value ?? null)), 'base64url').slice(0, 16);
}

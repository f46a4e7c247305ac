import { hash } from 'node:crypto';
import type { TimeRange } from './date-range.ts';
import { type Sentence, invalidParameter } from './refusal.ts';
import { DAY_MS, EARLIEST_MS, LATEST_MS } from './time.ts';

/** The end of a page of events: the sort key of its last event. */
export type Position = { readonly createdAtMs: number; readonly id: number };

/** The parameters of a list of events, as given. A cursor is valid for exactly these. */
export type Question = {
  readonly siteId: string;
  readonly type: string | undefined;
  readonly start: string | undefined;
  readonly end: string | undefined;
};

const PATTERN = /^(-?\d{1,15})\.(\d{1,16})\.(-?\d{1,7})\.(-?\d{1,7})\.([\w-]{16})$/;

const FROM_EARLIER_PAGE: Sentence = (nameOf) => `a ${nameOf('nextCursor')} of an earlier page, unchanged`;
const FOR_SAME_QUESTION: Sentence = (nameOf) =>
  `used with the site, ${nameOf('type')}, ${nameOf('start')} and ${nameOf('end')} it was made for`;

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
  if (questionDigest !== digest(question)) throw invalidParameter('cursor', cursor, FOR_SAME_QUESTION);
  return { position, range };
}

function isPossible({ createdAtMs, id }: Position, { fromMs, untilMs }: TimeRange): boolean {
  const rangeExists = fromMs >= EARLIEST_MS && untilMs <= LATEST_MS;
  return rangeExists && createdAtMs >= fromMs && createdAtMs < untilMs && Number.isSafeInteger(id);
}

function digest({ siteId, type, start, end }: Question): string {
  const parameters = JSON.stringify([siteId, type ?? null, start ?? null, end ?? null]);
  return hash('sha256', parameters, 'base64url').slice(0, 16);
}

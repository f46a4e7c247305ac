import { hash } from 'node:crypto';
import type { TimeRange } from './date-range.ts';
import { invalidParameter } from './refusal.ts';
import { DAY_MS, EARLIEST_MS, LATEST_MS } from './time.ts';

/** Where a page of events ended: the last event's sort key. */
export type Position = { readonly createdAtMs: number; readonly id: number };

/** What a list of events was asked with, as given; a cursor belongs to exactly this question. */
export type Question = {
  readonly siteId: string;
  readonly type: string | undefined;
  readonly start: string | undefined;
  readonly end: string | undefined;
};

const PATTERN = /^(-?\d{1,15})\.(\d{1,16})\.(-?\d{1,7})\.(-?\d{1,7})\.([\w-]{16})$/;

/**
 * Makes the opaque, URL-safe cursors of a question. Besides the position one carries the days the first page resolved,
 * so that a walk across midnight keeps its range, and a digest of the question. It is not signed: it opens nothing.
 */
export function createCursors(range: TimeRange, question: Question): (position: Position) => string {
  const rest = `${range.fromMs / DAY_MS}.${range.untilMs / DAY_MS}.${digest(question)}`;
  return ({ createdAtMs, id }) => Buffer.from(`${createdAtMs}.${id}.${rest}`).toString('base64url');
}

/** The position and range of a cursor; INVALID_PARAMETER when it is malformed or belongs to another question. */
export function decodeCursor(cursor: string, question: Question): { position: Position; range: TimeRange } {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, createdAt, id, from, until, asked] = PATTERN.exec(text) ?? [];
  const position = { createdAtMs: Number(createdAt), id: Number(id) };
  const range = { fromMs: Number(from) * DAY_MS, untilMs: Number(until) * DAY_MS };
  const canonical = Buffer.from(text, 'latin1').toString('base64url') === cursor;
  if (!canonical || asked === undefined || !isWalkable(position, range)) {
    throw invalidParameter('cursor', cursor, 'a next_cursor of an earlier page, unchanged');
  }
  if (asked !== digest(question)) {
    throw invalidParameter('cursor', cursor, 'used with the site, type, start and end it was made for');
  }
  return { position, range };
}

function isWalkable({ createdAtMs, id }: Position, { fromMs, untilMs }: TimeRange): boolean {
  const rangeExists = fromMs >= EARLIEST_MS && untilMs <= LATEST_MS;
  return rangeExists && createdAtMs >= fromMs && createdAtMs < untilMs && Number.isSafeInteger(id);
}

function digest({ siteId, type, start, end }: Question): string {
  const asked = JSON.stringify([siteId, type ?? null, start ?? null, end ?? null]);
  return hash('sha256', asked, 'base64url').slice(0, 16);
}

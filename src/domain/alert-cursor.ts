import { FROM_EARLIER_PAGE, digestOf, forSameQuestion } from './cursor.ts';
import { invalidParameter } from './refusal.ts';

/** Where a page of alerts ends. */
export type AlertPosition = { readonly atMs: number; readonly id: number };

/** The parameters of a list of alerts, as given. A cursor is valid for exactly these. */
export type AlertQuestion = {
  readonly siteId: string | undefined;
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly kind: string | undefined;
  readonly state: string | undefined;
};

const PATTERN = /^(-?\d{1,15})\.(\d{1,16})\.([\w-]{16})$/;

/** Makes the cursors of a list of alerts. One holds a position and a digest of the parameters; it grants no access. */
export function createAlertCursors(question: AlertQuestion): (position: AlertPosition) => string {
  const digest = digestFor(question);
  return ({ atMs, id }) => Buffer.from(`${atMs}.${id}.${digest}`).toString('base64url');
}

/** The position of a cursor. INVALID_PARAMETER if it is malformed or was made for other parameters. */
export function decodeAlertCursor(cursor: string, question: AlertQuestion): AlertPosition {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, at, id, digest] = PATTERN.exec(text) ?? [];
  const position = { atMs: Number(at), id: Number(id) };
  const isCanonical = Buffer.from(text, 'latin1').toString('base64url') === cursor;
  const isPossible = Math.abs(position.atMs) <= 8.64e15 && Number.isSafeInteger(position.id);
  if (!isCanonical || digest === undefined || !isPossible)
    throw invalidParameter('cursor', cursor, FROM_EARLIER_PAGE);
  if (digest !== digestFor(question))
    throw invalidParameter('cursor', cursor, forSameQuestion(['kind', 'state']));
  return position;
}

function digestFor({ siteId, start, end, kind, state }: AlertQuestion): string {
  return digestOf(['alerts', siteId, start, end, kind, state]);
}

import { invalidParameter } from './refusal.ts';

/** The sort key of the last event of a page. */
export type Position = { readonly createdAt: Date; readonly id: number };

export function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

/** Throws INVALID_PARAMETER, with the name of the parameter, for a cursor that no earlier page returned. */
export function decodeCursor(cursor: string, name = 'cursor'): Position {
  const [, createdAt, id] =
    /^(-?\d{1,15})\.(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (createdAt === undefined || id === undefined) {
    throw invalidParameter(name, cursor, 'a next_cursor of an earlier page, unchanged');
  }
  return { createdAt: new Date(Number(createdAt)), id: Number(id) };
}

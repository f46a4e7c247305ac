import type { RowsAsText } from '../../src/database/rows-as-text.ts';
import { EVENT_COLUMNS } from '../../src/queries/stored-events.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** Events as the database returns a page of them. */
export function eventsAsText(rows: readonly Row[]): RowsAsText {
  const values = rows.flatMap((row) => EVENT_COLUMNS.map((name) => String(row[name] ?? '')));
  return { rows: rows.length, values: rows.length === 0 ? null : values.join('\x1f') };
}

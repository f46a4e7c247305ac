import type { RowsAsText } from '../../src/database/rows-as-text.ts';
import { EVENT_COLUMNS } from '../../src/queries/stored-events.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** Events as the database returns a page of them, as the statement asks. */
export function eventsAsText(statement: string, rows: readonly Row[]): RowsAsText {
  const columns = EVENT_COLUMNS[statement.endsWith('_in_detail') ? 'detailed' : 'brief'];
  const values = rows.flatMap((row) => columns.map((name) => String(row[name] ?? '')));
  return { rows: rows.length, values: rows.length === 0 ? null : values.join('\x1f') };
}

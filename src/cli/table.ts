import { visible } from '../domain/visible.ts';
import { columns } from './output.ts';

const GAP = 2;

/**
 * The lines of a table: aligned on a terminal, fields separated by tabs in a file or a pipe. Characters that people do not
 * see are escaped: strangers choose the paths of pages, and a terminal would obey them.
 */
export function tableLines(
  given: readonly (readonly string[])[],
  isTerminal: boolean | undefined,
): readonly string[] {
  const rows = given.map((row) => row.map(visible));
  if (isTerminal !== true) return rows.map((row) => columns(...row));
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((field, index) => field.padEnd((widths[index] ?? 0) + GAP))
      .join('')
      .trimEnd(),
  );
}

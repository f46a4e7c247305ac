import { columns } from './output.ts';

const GAP = 2;

/** The lines of a table: aligned on a terminal, fields separated by tabs in a file or a pipe. */
export function tableLines(
  rows: readonly (readonly string[])[],
  isTerminal: boolean | undefined,
): readonly string[] {
  if (isTerminal !== true) return rows.map((row) => columns(...row));
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((field, index) => field.padEnd((widths[index] ?? 0) + GAP))
      .join('')
      .trimEnd(),
  );
}

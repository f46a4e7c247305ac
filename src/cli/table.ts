import { columns } from './output.ts';

const GAP = 2;

/**
 * The lines of a table: aligned on a terminal, fields separated by tabs in a file or a pipe. Control characters in a field
 * are escaped: strangers choose the paths of pages, and a terminal would obey them.
 */
export function tableLines(
  given: readonly (readonly string[])[],
  isTerminal: boolean | undefined,
): readonly string[] {
  const rows = given.map((row) => row.map(withoutControls));
  if (isTerminal !== true) return rows.map((row) => columns(...row));
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((field, index) => field.padEnd((widths[index] ?? 0) + GAP))
      .join('')
      .trimEnd(),
  );
}

function withoutControls(field: string): string {
  return field.replace(/\p{Cc}/gu, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

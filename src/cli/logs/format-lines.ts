import { counted } from '../../domain/counted.ts';
import type { FormatTrials } from '../../logs/explain-format.ts';
import type { LogReport } from '../../logs/import-log.ts';
import type { FormatTrial } from '../../recording/detect-format.ts';
import type { FormatName } from '../../recording/log-formats.ts';
import { columns } from '../output.ts';

/** Why a log is in its format and in none of the others that were tried: all of them if no line could be read. */
export function formatLines({ name, format, formats }: LogReport): readonly string[] {
  if (!formats) return [];
  const { lines } = formats;
  return triedFor(formats, format).map((trial) =>
    columns(`format ${trial.format}`, name, reasonFor(trial, lines, format)),
  );
}

function triedFor({ trials }: FormatTrials, chosen: FormatName | undefined): readonly FormatTrial[] {
  const tried = trials.filter(({ format, isCandidate }) => isCandidate || format === chosen);
  return tried.some(({ lines }) => lines > 0) ? tried : trials;
}

function reasonFor(trial: FormatTrial, lines: number, chosen: FormatName | undefined): string {
  const all = counted(lines, 'line');
  if (trial.lines === 0)
    return `${trial.format === chosen ? 'chosen, but ' : ''}reads none of ${all}: it needs ${trial.needs}`;
  if (trial.format === chosen) return `chosen: reads ${trial.lines} of ${all}`;
  return `reads ${trial.lines} of ${all}${chosen === undefined ? '' : `, and no more of them than ${chosen}`}`;
}

/** The same for programs. */
export function formatsValue(formats: FormatTrials | undefined, chosen: FormatName | undefined) {
  if (!formats) return [];
  return triedFor(formats, chosen).map(({ format, lines, needs }) => ({
    format,
    chosen: format === chosen,
    lines_read: lines,
    lines_tried: formats.lines,
    needs,
  }));
}

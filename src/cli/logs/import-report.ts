import { counted } from '../../domain/counted.ts';
import { PASSED_OVER } from '../../recording/passed-over.ts';
import { type EventCounts, totalOf } from '../../domain/event-counts.ts';
import { describeRecorded, recordedValue } from '../import/describe-recorded.ts';
import { type Answer, columns, shownLine } from '../output.ts';
import { eventLines, firstEventsValue } from './first-events.ts';
import { formatLines, formatsValue } from './format-lines.ts';
import type { LogReport } from '../../logs/import-log.ts';
import { FORMAT_NAMES } from '../../recording/log-formats.ts';
import {
  type Tally,
  addTally,
  emptyTally,
  firstStrangeLine,
  isUnrecognised,
  reasonsOf,
} from '../../logs/tally.ts';

type ReportOptions = { readonly dryRun: boolean; readonly explain: boolean };

/** What an import recorded or would record: for each log, in total, and why lines became no event. */
export function reportImport(
  logs: readonly LogReport[],
  recorded: EventCounts,
  { dryRun, explain }: ReportOptions,
): Answer {
  const all = sumOf(logs);
  // a warning says already why nothing of the others could be read
  const readable = sumOf(logs.filter(({ tally }) => !isUnrecognised(tally)));
  const verb = dryRun ? 'would record' : 'recorded';
  const sum = `read ${counted(all.lines, 'line')}, ${verb} ${describeRecorded(recorded)}`;
  const lines = [
    ...logs.map((log) => logLine(log, verb)),
    ...(logs.length === 1 ? [] : [sum]),
    ...reasonLines(readable),
    ...(dryRun ? logs.flatMap(eventLines) : []),
    ...(explain ? logs.flatMap((log) => [...formatLines(log), ...exampleLines(log)]) : []),
  ];
  const valueOf = (log: LogReport) => ({ ...logValue(explain)(log), ...(dryRun && firstEventsValue(log)) });
  return {
    value: { dry_run: dryRun, ...countsValue(all, recorded), logs: logs.map(valueOf) },
    lines,
  };
}

function sumOf(logs: readonly LogReport[]): Tally {
  const sum = emptyTally();
  for (const { tally } of logs) addTally(sum, tally, 0);
  return sum;
}

/** Warnings for the operator. */
export function warningsAbout(report: LogReport): readonly string[] {
  const { name, format, tally, isOlderCopy } = report;
  if (isOlderCopy) return [`${name} is an older copy of a log that is recorded further; skipped`];
  if (isUnrecognised(tally)) return [whyUnreadable(report)];
  if (format === 'common')
    return [`${name} is in the common format, which has no user agents, so AI bots cannot be recognised`];
  return lacksAgents(tally) ? [`${name} has no user agents, so AI bots cannot be recognised`] : [];
}

/** Whether most of its requests have no field for a user agent. */
function lacksAgents({ lines, passedOver }: Tally): boolean {
  return 2 * (passedOver.get('no-agent-field') ?? 0) > lines;
}

function whyUnreadable({ name, format, tally }: LogReport): string {
  const { number, line } = firstStrangeLine(tally) ?? { number: 1, line: '' };
  const tried = format ? `the format ${format}` : `a known log format (tried: ${FORMAT_NAMES.join(', ')})`;
  const advice = format
    ? 'name another format with --format, or leave it out'
    : 'name the format with --format';
  return `${name}: nothing is recorded, because no line is in ${tried}; ${advice}. Line ${number}: ${shownLine(line)}`;
}

function logLine(
  { name, format, recordedBefore, tally, recorded, isUnfinished }: LogReport,
  verb: string,
): string {
  const known = recordedBefore ? [`recorded before up to line ${recordedBefore.lines}`] : [];
  const read = [`read ${counted(tally.lines, 'line')}`, `${verb} ${describeRecorded(recorded)}`];
  const last = isUnfinished ? ['left its last line, which has no end yet'] : [];
  return `${name}: ${[...(format ? [format] : []), ...known, ...read, ...last].join(', ')}`;
}

/** The reasons why lines became no event, the most frequent first. */
function reasonLines(tally: Tally): readonly string[] {
  return reasonsOf(tally).map(([reason, count]) => columns(`skipped ${count}`, PASSED_OVER[reason]));
}

function exampleLines({ name, tally }: LogReport): readonly string[] {
  return reasonsOf(tally).flatMap(([reason]) =>
    (tally.examples.get(reason) ?? []).map(({ number, line }) =>
      columns(reason, `${name}:${number}`, shownLine(line)),
    ),
  );
}

function logValue(explain: boolean) {
  return ({
    name,
    format,
    formats,
    recordedBefore,
    tally,
    recorded,
    isUnfinished,
    isOlderCopy,
  }: LogReport) => ({
    log: name,
    format: format ?? null,
    recorded_before: recordedBefore ? { lines: recordedBefore.lines, bytes: recordedBefore.bytes } : null,
    ...countsValue(tally, recorded),
    unfinished_line: isUnfinished,
    older_copy: isOlderCopy,
    ...(explain ? { formats: formatsValue(formats, format), examples: examplesOf(tally) } : {}),
  });
}

function countsValue(tally: Tally, recorded: EventCounts) {
  return {
    lines: tally.lines,
    events: totalOf(recorded),
    ...recordedValue(recorded),
    passed_over: Object.fromEntries(reasonsOf(tally)),
  };
}

function examplesOf({ examples }: Tally) {
  return Object.fromEntries(
    [...examples].map(([reason, found]) => [
      reason,
      found.map(({ number, line }) => ({ number, line: shownLine(line) })),
    ]),
  );
}

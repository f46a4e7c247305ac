import { counted } from '../../domain/counted.ts';
import { resolve } from 'node:path';
import { DAY_MS, formatDate, formatInstant } from '../../domain/time.ts';
import type { RecordedLog } from '../../domain/recorded-log.ts';
import { forgetLogs, recordedLogs } from '../../operations/recording/recorded-logs.ts';
import { requireSite } from '../../operations/require-site.ts';
import { type CommonOptions, respond } from '../command.ts';
import { CommandFailure, WRONG_USAGE } from '../failures.ts';
import { columns } from '../output.ts';
import type { Shell } from '../shell.ts';

export type ListOptions = CommonOptions & { readonly site: string };
export type ForgetOptions = ListOptions & { readonly all?: true };

/** Prints how far the logs of a site are recorded. */
export function listLogsOfSite(shell: Shell, options: ListOptions): Promise<void> {
  return respond(shell, options, async (db) => {
    const { id } = await requireSite(db, options.site);
    const logs = await recordedLogs(db, id);
    const lines = logs.map(({ path, bytes, modifiedAtMs }) =>
      columns(path, `recorded up to byte ${bytes}`, `last changed ${formatInstant(modifiedAtMs)}`),
    );
    const none = `no log of the site is recorded yet; record one with: ${shell.command} logs import --site ${id} FILE`;
    return { value: logs.map(valueOf), label: logs.length === 0 ? none : undefined, lines };
  });
}

/** Forgets that logs are recorded, and prints which events to delete before they are imported again. */
export function forgetLogsOfSite(
  shell: Shell,
  path: string | undefined,
  options: ForgetOptions,
): Promise<void> {
  if ((path === undefined) !== (options.all === true))
    throw new CommandFailure('name one log by its path, or all with --all', { exitCode: WRONG_USAGE });
  return respond(shell, options, async (db) => {
    const { id: site } = await requireSite(db, options.site);
    const at = path === undefined ? undefined : resolve(path);
    const { logs, followed } = await forgetLogs(db, site, at);
    if (logs.length === 0 && followed === 0 && at !== undefined)
      throw new CommandFailure(`no log at ${at} is recorded; see: ${shell.command} logs list --site ${site}`);
    const before = dayAfter(logs);
    const deletion = `${shell.command} events delete --site ${site} --before ${String(before)}`;
    const advice = before === null ? [] : adviceFor(deletion);
    const lines = [describeForgotten(logs.length, followed), ...advice];
    return { value: { forgotten: logs.map(valueOf), delete_events_before: before }, lines };
  });
}

function describeForgotten(logs: number, followed: number): string {
  if (logs > 0 || followed === 0) return `forgot ${counted(logs, 'log')}`;
  return `forgot the status of ${counted(followed, 'log')}; nothing of ${followed === 1 ? 'it' : 'them'} is recorded`;
}

/** No event of a log is later than the last change of its file. */
function dayAfter(logs: readonly RecordedLog[]): string | null {
  if (logs.length === 0) return null;
  const lastMs = Math.max(...logs.map(({ modifiedAtMs }) => modifiedAtMs));
  return formatDate(lastMs + DAY_MS);
}

function adviceFor(deletion: string): readonly string[] {
  return [
    'The events of these lines are still stored. Before you import the lines again, delete the events of all',
    `days up to the last change of the files: ${deletion}`,
  ];
}

function valueOf({ path, bytes, modifiedAtMs }: RecordedLog) {
  return { log: path, bytes, modified_at: formatInstant(modifiedAtMs) };
}

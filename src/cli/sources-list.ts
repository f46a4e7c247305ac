import type { Command } from 'commander';
import type { Source } from '../domain/source.ts';
import { instantOrNull } from '../domain/time.ts';
import { sources as sourcesOf } from '../operations/reading/sources.ts';
import { accessSite } from '../operations/access.ts';
import { PASSED_OVER } from '../recording/passed-over.ts';
import { sourceObject } from '../wire/sources.ts';
import { SITE } from './arguments.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { type TableRows, showing, textOf } from './reading/read-site.ts';
import type { Shell } from './shell.ts';

type ListOptions = CommonOptions & { readonly site: string };

/** `sources list`. */
export function addSourcesList(sources: Command, shell: Shell): void {
  addCommand(sources, 'list', {
    summary: 'show where records of a site come from, and what became of them within 24 hours',
    example: 'sources list --site site_0123456789abcdef',
    remarks:
      'A record is a line, a request or an item. It became an event, is a repeat of one that was recorded before, or was skipped, for a reason that is shown with a sample. The 24 hours are the current one and the 23 before it. What a source does not tell is shown with what to change.',
  })
    .requiredOption('--site <site>', SITE)
    .action(
      showing<ListOptions>(shell, async (ctx, { siteId }) => {
        const found = await sourcesOf(ctx, await accessSite(ctx, siteId, 'read'));
        return {
          value: found.map(sourceObject),
          label: found.length === 0 ? 'nothing has come in yet' : undefined,
          tables: found.length === 0 ? [] : tablesOf(found),
        };
      }),
    );
}

/** The sources, and below them what was skipped, what is not known, and what was refused, if there is any of it. */
function tablesOf(found: readonly Source[]): readonly TableRows[] {
  const heads = ['records', 'events', 'repeats', 'skipped', 'last recorded at', 'last batch at'];
  const below: readonly TableRows[] = [
    [['skipped of', 'count', 'sample', 'reason'], ...found.flatMap(skippedRows)],
    [['not known of', 'code', 'remedy'], ...found.flatMap(limitRows)],
    [['refused of', 'at', 'status', 'reason'], ...found.flatMap(refusalRows)],
  ];
  return [
    [['source', 'name', 'key', 'sender', ...heads], ...found.map(rowOf)],
    ...below.filter(({ length }) => length > 1),
  ];
}

function rowOf({ kind, name, keyId, sender, window, lastRecordedMs, lastBatch }: Source): readonly string[] {
  const { records, events, repeats } = window;
  return [
    ...[kind, name, textOf(keyId), textOf(sender)],
    ...[records, events, repeats, records - events - repeats].map(String),
    ...[textOf(instantOrNull(lastRecordedMs)), textOf(instantOrNull(lastBatch?.atMs ?? null))],
  ];
}

function skippedRows({ name, window }: Source): TableRows {
  return window.skipped.map(({ reason, count, sample }) => [
    ...[name, String(count), textOf(sample)],
    SENTENCES[reason] ?? reason,
  ]);
}

/** Another release may have stored a reason that this one does not know. */
const SENTENCES: Readonly<Record<string, string | undefined>> = PASSED_OVER;

function limitRows({ name, limits }: Source): TableRows {
  return limits.map(({ code, remedy }) => [name, code, remedy]);
}

function refusalRows({ name, lastRefusal: refusal }: Source): TableRows {
  if (refusal === null) return [];
  return [[name, textOf(instantOrNull(refusal.atMs)), String(refusal.status), refusal.reason]];
}

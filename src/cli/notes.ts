import type { Command } from 'commander';
import type { Note } from '../domain/alert.ts';
import { formatDate } from '../domain/time.ts';
import { byOperator } from '../operations/owner/in-account.ts';
import { createNote, deleteNote } from '../operations/owner/notes.ts';
import { notes } from '../operations/reading/alerts.ts';
import { site as findSite } from '../operations/reading/sites.ts';
import { requireSite } from '../operations/require-site.ts';
import { SITE, parseNoteId } from './arguments.ts';
import { type CommonOptions, addCommand, respond } from './command.ts';
import { columns, print } from './output.ts';
import { readSite } from './reading/read-site.ts';
import type { Shell } from './shell.ts';

type SiteOptions = CommonOptions & { readonly site: string };

/** `notes create`, `list`, `delete`. */
export function addNotesCommands(program: Command, shell: Shell): void {
  const group = program.command('notes').description('manage notes to the days of a site');

  addCommand(group, 'create', {
    summary: 'write a note to a day, which the dashboard shows',
    example: 'notes create --site www.example.com --date 2026-03-15 --text "new robots.txt"',
  })
    .requiredOption('--site <site>', SITE)
    .requiredOption('--date <date>', 'the UTC day, as YYYY-MM-DD')
    .requiredOption('--text <text>', 'at most 500 characters')
    .action((options: SiteOptions & { readonly date: string; readonly text: string }) =>
      respond(shell, options, async (db, nowMs) => {
        const { id: siteId } = await requireSite(db, options.site);
        const { date, text } = options;
        const made = await createNote(byOperator(db, nowMs), { siteId, date, text });
        return { value: valueOf(made), lines: [lineOf(made)] };
      }),
    );

  addCommand(group, 'list', {
    summary: 'list the notes of a site, newest first',
    example: 'notes list --site www.example.com',
  })
    .requiredOption('--site <site>', SITE)
    .option('--start <date>', 'the first UTC day (default: all of them)')
    .option('--end <date>', 'the last UTC day')
    .action((options: SiteOptions & { readonly start?: string; readonly end?: string }) =>
      readSite(shell, options, async (ctx, siteId) => {
        const { start, end } = options;
        const found = await notes(ctx, await findSite(ctx, siteId), { start, end });
        const label = found.length === 0 ? 'there are no notes' : undefined;
        print(shell, { value: found.map(valueOf), label, lines: found.map(lineOf) }, options.json);
      }),
    );

  addCommand(group, 'delete', { summary: 'delete a note', example: 'notes delete 7' })
    .argument('<id>', 'the number of the note', parseNoteId)
    .action((id: number, options: CommonOptions) =>
      respond(shell, options, async (db, nowMs) => {
        await deleteNote(byOperator(db, nowMs), id);
        return { value: { id, deleted: true }, lines: [`deleted note ${id}`] };
      }),
    );
}

function valueOf({ id, siteId, dayMs, text, by }: Note): object {
  return { id, site: siteId, date: formatDate(dayMs), text, by };
}

function lineOf({ id, dayMs, text }: Note): string {
  return columns(id, formatDate(dayMs), text);
}

import type { Command } from 'commander';
import { formatInstant } from '../domain/time.ts';
import { type AuditEntry, auditOf } from '../operations/owner/audit.ts';
import { parseCount, parseEntryId } from './arguments.ts';
import { type CommonOptions, addCommand, respond } from './command.ts';
import { columns } from './output.ts';
import type { Shell } from './shell.ts';

type AuditOptions = CommonOptions & { readonly limit: number; readonly after?: number };

const USUAL_ENTRIES = 50;

/** `account audit`. */
export function addAuditCommand(account: Command, shell: Shell): void {
  addCommand(account, 'audit', {
    summary: 'show what was changed in an account, by whom and when, newest first',
    example: 'account audit owner@example.com',
    remarks: 'Each line shows the number of the entry, the time, by whom, the action, and what it changed.',
  })
    .argument('<email>', 'the email address of the account')
    .option('--limit <number>', 'the most entries, 1 to 200', parseCount('--limit'), USUAL_ENTRIES)
    .option('--after <id>', 'show the entries that are older than this one', parseEntryId)
    .action((email: string, { limit, after, ...options }: AuditOptions) =>
      respond(shell, options, async (db) => {
        const entries = await auditOf(db, email, { limit, after });
        const next = entries.length === limit ? (entries.at(-1)?.id ?? null) : null;
        return {
          value: { audit: entries.map(entryValue), next_after: next },
          label: next === null ? undefined : `older entries: --after ${next}`,
          lines: entries.map(entryLine),
        };
      }),
    );
}

function entryValue({ id, atMs, action, detail, by }: AuditEntry) {
  return { id, at: formatInstant(atMs), action, detail, by };
}

function entryLine({ id, atMs, action, detail, by }: AuditEntry): string {
  return columns(id, formatInstant(atMs), by, action, detail);
}

import type { Command } from 'commander';
import { EVENT_TYPES, type EventType, type StoredEvent } from '../domain/event.ts';
import { formatInstant } from '../domain/time.ts';
import { type EventsPage, events } from '../operations/reading/events.ts';
import { eventsObject } from '../wire/events.ts';
import { wordOption } from './arguments.ts';
import { CommandFailure, WRONG_USAGE } from './failures.ts';
import { note, print } from './output.ts';
import { describeDays } from './reading/comparison.ts';
import { type RangeOptions, addRangeOptions, readSite } from './reading/read-site.ts';
import type { Shell } from './shell.ts';
import { tableLines } from './table.ts';

type EventsOptions = Omit<RangeOptions, 'site'> & {
  readonly site?: string;
  readonly type?: EventType;
  readonly limit?: string;
  readonly cursor?: string;
};

/** Adds `events`, which lists the events of a site and is the parent of the other commands about events. */
export function addEventsListing(program: Command, shell: Shell): Command {
  const command = program
    .command('events')
    .description('list, import, export and delete events')
    // options after the name of another command belong to that
    .enablePositionalOptions()
    .option('--site <id>', 'list the events of this site, newest first');
  return addRangeOptions(command)
    .addOption(wordOption('--type <type>', 'only events of this type (default: all)', EVENT_TYPES))
    .option('--limit <number>', 'the most events, 1 to 1000 (default: 100)')
    .option('--cursor <cursor>', 'continue the list of an earlier page')
    .option('--json', 'print the result as one JSON value on stdout, as the events endpoint of the API does')
    .allowExcessArguments()
    .action((options: EventsOptions, { args: [unknown] }: Command) => {
      if (unknown !== undefined) command.error(`unknown command '${unknown}'`, { exitCode: WRONG_USAGE });
      return listEvents(shell, options);
    });
}

async function listEvents(shell: Shell, options: EventsOptions): Promise<void> {
  const { site, start, end, type, limit, cursor, json } = options;
  if (site === undefined)
    throw new CommandFailure('name a command, or a site with --site; see --help', { exitCode: WRONG_USAGE });
  await readSite(shell, { ...options, site }, async (ctx) => {
    const page = await events(ctx, { siteId: site, start, end, type, limit, cursor });
    const lines = tableLines(rowsOf(page), shell.stdout.isTTY);
    const label = cursor === undefined ? describeDays(ctx, options) : undefined;
    print(shell, { value: eventsObject(page), label, lines }, json);
    if (json !== true && page.nextCursor !== null) note(shell, `there are more: --cursor ${page.nextCursor}`);
  });
}

function rowsOf(page: EventsPage): readonly (readonly string[])[] {
  return [['time', 'type', 'page', 'country', 'name', 'company or value'], ...page.events.map(rowOf)];
}

function rowOf(event: StoredEvent): readonly string[] {
  const common = [formatInstant(event.createdAtMs), event.type, event.pagePath, event.country];
  switch (event.type) {
    case 'bot':
      return [...common, event.botName, event.botCompany];
    case 'referral':
      return [...common, event.source, ''];
    case 'conversion':
      return [...common, event.eventName, event.eventValue === null ? '' : String(event.eventValue)];
  }
}

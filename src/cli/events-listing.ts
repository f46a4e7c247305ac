import type { Command } from 'commander';
import { type BriefEvent, EVENT_TYPES, type EventType } from '../domain/event.ts';
import { formatInstant } from '../domain/time.ts';
import { events } from '../operations/reading/events.ts';
import { eventsObject } from '../wire/events.ts';
import { SITE, wordOption } from './arguments.ts';
import { CommandFailure, WRONG_USAGE } from './failures.ts';
import { describeDays } from './reading/comparison.ts';
import { moreOf } from './reading/pages.ts';
import { type RangeOptions, addRangeOptions, showing } from './reading/read-site.ts';
import type { Shell } from './shell.ts';

type Listed = RangeOptions & {
  readonly type?: EventType;
  readonly bot?: string;
  readonly page?: string;
  readonly limit?: string;
  readonly cursor?: string;
};

type EventsOptions = Omit<Listed, 'site'> & { readonly site?: string };

/** Adds `events`, which lists the events of a site and is the parent of the other commands about events. */
export function addEventsListing(program: Command, shell: Shell): Command {
  const command = program
    .command('events')
    .description('list, import, export and delete events')
    // options after the name of another command belong to that
    .enablePositionalOptions()
    .option('--site <site>', `list the events of a site, newest first: ${SITE}`);
  return addRangeOptions(command)
    .addOption(wordOption('--type <type>', 'only events of this type (default: all)', EVENT_TYPES))
    .option('--bot <name>', 'only visits of this bot')
    .option('--page <path>', 'only events of this page')
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
  const { site } = options;
  if (site === undefined)
    throw new CommandFailure('name a command, or a site with --site; see --help', { exitCode: WRONG_USAGE });
  await showing<Listed>(shell, async (ctx, asked) => {
    const page = await events(ctx, asked);
    const heads = ['time', 'type', 'page', 'country', 'name', 'company or value', 'sent by'];
    return {
      value: eventsObject(page),
      label: asked.cursor === undefined ? describeDays(page, ctx.nowMs) : undefined,
      tables: [[heads, ...page.items.map(rowOf)]],
      remarks: [moreOf(page)],
    };
  })({ ...options, site });
}

function rowOf(event: BriefEvent): readonly string[] {
  const common = [formatInstant(event.createdAtMs), event.type, event.pagePath, event.country];
  switch (event.type) {
    case 'bot':
      return [...common, event.botName, event.botCompany, ''];
    case 'referral':
      return [...common, event.source, '', ''];
    case 'conversion':
      return [...common, event.eventName, String(event.eventValue ?? ''), event.sentBy ?? ''];
  }
}

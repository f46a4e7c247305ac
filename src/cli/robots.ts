import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Command } from 'commander';
import { formatInstant } from '../domain/time.ts';
import { byOperator } from '../operations/owner/in-account.ts';
import {
  type KeptVersion,
  createRobotsVersion,
  deleteRobotsVersion,
} from '../operations/owner/robots-versions.ts';
import { robotsVersionsOf } from '../operations/reading/robots-versions.ts';
import { requireSite } from '../operations/require-site.ts';
import { NotRetrieved, updateRobots } from '../operations/retrieving/update-robots.ts';
import { MAX_OCTETS } from '../robots/read-text.ts';
import { retrievingBy } from '../serving/retrieving-by.ts';
import { versionObject } from '../wire/robots.ts';
import { SITE, parseRobotsId } from './arguments.ts';
import { type CommonOptions, addCommand, respond } from './command.ts';
import { CommandFailure, WRONG_USAGE, reasonOf } from './failures.ts';
import { columns, print } from './output.ts';
import { readSite } from './reading/read-site.ts';
import type { Shell } from './shell.ts';

type SiteOptions = CommonOptions & { readonly site: string };

/** `robots update`, `set`, `list`, `delete`. */
export function addRobotsCommands(program: Command, shell: Shell): void {
  const group = program.command('robots').description('manage the versions of the robots.txt of a site');
  addUpdate(group, shell);
  addSet(group, shell);
  addList(group, shell);
  addDelete(group, shell);
}

function addUpdate(group: Command, shell: Shell): void {
  addCommand(group, 'update', {
    summary: "fetch a site's robots.txt, and add it as a new version if it has changed",
    example: 'robots update --site www.example.com',
    remarks:
      'Requests https://DOMAIN/robots.txt. A status from 400 to 499 means there is no robots.txt: everything is allowed. If the request fails, the current version stays in force and the command exits with 1. With ROBOTS_UPDATE=yes, a server does this every hour.',
  })
    .requiredOption('--site <site>', SITE)
    .action((options: SiteOptions) =>
      respond(shell, options, async (db, nowMs) => {
        const site = await requireSite(db, options.site);
        const retrieving = retrievingBy(shell.readConfig());
        const kept = await updateRobots(byOperator(db, nowMs), site, retrieving).catch(failed);
        return keptAnswer(kept);
      }),
    );
}

function failed(cause: unknown): never {
  if (!(cause instanceof NotRetrieved)) throw cause;
  throw new CommandFailure(`${cause.message}; the current version stays in force`, { cause });
}

function addSet(group: Command, shell: Shell): void {
  addCommand(group, 'set', {
    summary: "add a version of a site's robots.txt from a file",
    example: 'robots set --site www.example.com old-robots.txt --since 2026-01-15T00:00:00Z',
    remarks:
      'The version is added only if it differs from the one in force at that time. A running server then checks the affected visits again.',
  })
    .argument('<file>', 'the file with the text')
    .requiredOption('--site <site>', SITE)
    .option('--since <time>', 'when it came into force, as 2026-01-15T00:00:00Z (default: now)')
    .action((file: string, options: SiteOptions & { readonly since?: string }) =>
      respond(shell, options, async (db, nowMs) => {
        const { text, isCut } = await readBegin(file).catch((cause: unknown) => {
          throw new CommandFailure(`cannot read ${file}: ${reasonOf(cause)}`, {
            exitCode: WRONG_USAGE,
            cause,
          });
        });
        const { id: siteId } = await requireSite(db, options.site);
        const { since } = options;
        const given = { siteId, text, origin: 'file', since } as const;
        const { value, lines } = keptAnswer(await createRobotsVersion(byOperator(db, nowMs), given));
        return { value, lines: isCut ? [...lines, CUT] : lines };
      }),
    );
}

/** What counts of a file: as much as is fetched from an address. */
async function readBegin(file: string): Promise<{ readonly text: string; readonly isCut: boolean }> {
  const octets = await buffer(createReadStream(file, { end: MAX_OCTETS }));
  return { text: octets.subarray(0, MAX_OCTETS).toString(), isCut: octets.length > MAX_OCTETS };
}

const CUT = 'only the first 500 KiB of the file are kept: crawlers read no more';

function keptAnswer({ version, isNew }: KeptVersion) {
  const since = formatInstant(version.sinceMs);
  const line = isNew
    ? `added version ${version.number} (id ${version.id}), in force since ${since}`
    : `unchanged: the same text as version ${version.number} (id ${version.id}), in force since ${since}`;
  return {
    value: { ...versionObject(version), new: isNew },
    lines: [line, ...ignored(version.invalidLines)],
  };
}

const MOST_LINES = 20;

function ignored(lines: readonly number[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : '';
  return [`crawlers ignore these lines: ${lines.slice(0, MOST_LINES).join(', ')}${more}`];
}

function addList(group: Command, shell: Shell): void {
  addCommand(group, 'list', {
    summary: 'list the versions of the robots.txt of a site, oldest first',
    example: 'robots list --site www.example.com',
    remarks:
      'Each line shows the id, the number, when the version came into force, its origin and its size. --json includes the texts.',
  })
    .requiredOption('--site <site>', SITE)
    .action((options: SiteOptions) =>
      readSite(shell, options, async (ctx, siteId) => {
        const versions = await robotsVersionsOf(ctx, { siteId });
        const lines = versions.map(({ id, number, sinceMs, origin, text }) =>
          columns(id, number, formatInstant(sinceMs), origin, `${Buffer.byteLength(text)} bytes`),
        );
        const label = versions.length === 0 ? 'there are no versions' : undefined;
        print(shell, { value: versions.map(versionObject), label, lines }, options.json);
      }),
    );
}

function addDelete(group: Command, shell: Shell): void {
  addCommand(group, 'delete', {
    summary: 'delete a version; the one before it then stays in force until the next',
    example: 'robots delete 7',
  })
    .argument('<id>', 'the id of the version, which "robots list" shows first', parseRobotsId)
    .action((id: number, options: CommonOptions) =>
      respond(shell, options, async (db, nowMs) => {
        await deleteRobotsVersion(byOperator(db, nowMs), id);
        return { value: { id, deleted: true }, lines: [`deleted the version with the id ${id}`] };
      }),
    );
}

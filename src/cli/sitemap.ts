import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import { counted } from '../domain/counted.ts';
import { MOST_CHARACTERS, MOST_PAGES } from '../domain/sitemap.ts';
import { formatInstant } from '../domain/time.ts';
import { requireSite } from '../operations/require-site.ts';
import { type UpdatedSitemap, updateSitemap } from '../operations/sitemaps/update-sitemap.ts';
import type { Config } from '../settings/config.ts';
import { sitemapsOfWeb } from '../serving/sitemap-files.ts';
import type { SitemapFiles } from '../sitemap/collect-pages.ts';
import { SitemapNotRead } from '../sitemap/no-sitemap.ts';
import { PROTOCOL_BOUNDS } from '../sitemap/read-sitemap.ts';
import { SITE } from './arguments.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { print } from './output.ts';
import type { Shell } from './shell.ts';
import { withDatabase } from './with-database.ts';

type UpdateOptions = CommonOptions & { readonly site: string; readonly from?: string };

const MOST_FILES = 500;

/** `sitemap update`. */
export function addSitemapCommands(program: Command, shell: Shell): void {
  const group = program.command('sitemap').description("manage the list of a site's pages, for reach");

  addCommand(group, 'update', {
    summary: "replace the list of a site's pages with those in its sitemap now",
    example: 'sitemap update --site www.example.com',
    remarks:
      'It reads the sitemaps that https://DOMAIN/robots.txt names, or https://DOMAIN/sitemap.xml if it names none: a sitemap, an index of sitemaps, or a list of addresses, compressed by gzip or not. Pages of other hosts are left out. If a file cannot be read, the old list stays. A server does this once a day if SITEMAP_UPDATE is yes.',
  })
    .requiredOption('--site <site>', SITE)
    .option(
      '--from <file>',
      'request nothing, and read this file: a sitemap, an index with its files beside it, or a list of addresses',
    )
    .action((options: UpdateOptions) => update(shell, options));
}

async function update(shell: Shell, { site: named, from, json }: UpdateOptions): Promise<void> {
  const config = shell.readConfig();
  await withDatabase(config, async (db) => {
    const site = await requireSite(db, named);
    const files = filesOf(site.domain, from, config);
    const updated = await updateSitemap({ db, now: () => shell.now() }, site, files);
    print(shell, { value: valueOf(site.id, updated), lines: linesOf(site.id, updated) }, json);
  });
}

function filesOf(domain: string, from: string | undefined, config: Config): SitemapFiles {
  return from === undefined ? sitemapsOfWeb(domain, { config, mostFiles: MOST_FILES }) : sitemapsBeside(from);
}

/**
 * A file, and if it is an index, those beside it, or in folders there, that have the names of its sitemaps. Two sitemaps of
 * one name would be the same file, so the second is refused.
 */
function sitemapsBeside(file: string): SitemapFiles {
  const opened = new Map<string, string>();
  return {
    mostFiles: MOST_FILES,
    bounds: { ...PROTOCOL_BOUNDS, entries: MOST_PAGES },
    first: () => Promise.resolve([file]),
    async open(name, read) {
      const path = name === file ? file : pathBeside(dirname(file), name);
      const found = await stat(path).catch((cause: unknown) => {
        throw new SitemapNotRead(`${path} cannot be read`, { cause });
      });
      if (found.isDirectory()) throw new SitemapNotRead(`${path} is a folder`);
      const other = opened.get(path);
      if (other !== undefined) throw new SitemapNotRead(`${path} cannot be both ${other} and ${name}`);
      opened.set(path, name);
      return read(createReadStream(path));
    },
  };
}

/** For https://example.com/maps/en/posts.xml the first that is there of maps/en/posts.xml, en/posts.xml and posts.xml. */
function pathBeside(folder: string, address: string): string {
  const names = URL.canParse(address) ? new URL(address).pathname.split('/').slice(1) : [basename(address)];
  const paths = names.map((_, from) => join(folder, ...names.slice(from)));
  return paths.find((path) => existsSync(path)) ?? join(folder, names.at(-1) ?? '');
}

function valueOf(id: string, { updatedAtMs, pages, files, leftOut }: UpdatedSitemap) {
  const { otherHosts, unusable, tooMany } = leftOut;
  return {
    ...{ id, updated_at: formatInstant(updatedAtMs), pages, files },
    left_out: { other_hosts: otherHosts, unusable, too_many: tooMany },
  };
}

function linesOf(id: string, { pages, files, leftOut }: UpdatedSitemap): readonly string[] {
  const { otherHosts, unusable, tooMany } = leftOut;
  const left = [
    ...(otherHosts > 0 ? [`left out ${counted(otherHosts, 'page')} of other hosts`] : []),
    ...(unusable > 0 ? [`left out ${counted(unusable, 'URL')} without a usable path`] : []),
    ...(tooMany > 0
      ? [
          `left out ${counted(tooMany, 'page')} beyond ${MOST_PAGES.toLocaleString('en')} pages or ${MOST_CHARACTERS / 1_000_000} million characters`,
        ]
      : []),
  ];
  return [`${id} lists ${counted(pages, 'page')} of ${counted(files, 'file')}`, ...left];
}

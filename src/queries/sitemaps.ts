import { type Transaction, sql } from 'kysely';
import type { ListedPage, Sitemap } from '../domain/sitemap.ts';
import { formatInstant } from '../domain/time.ts';
import type { Readable } from '../database/at-one-moment.ts';
import type { Database } from '../database/database.ts';
import { execute, read, readLong } from '../database/query.ts';
import { shareSite } from '../database/site-lock.ts';
import { epochMs, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';

type Site = { readonly siteId: string };

const FIND_SITEMAP = statement(
  'find_sitemap',
  (_, param: Param<Site>) => sql<Sitemap>`
    select ${epochMs(sql.ref('updated_at'))} as "updatedAtMs", pages from sitemaps where site_id = ${param('siteId')}`,
);

/** Undefined if the site has no list. */
export async function findSitemap(db: Readable, siteId: string): Promise<Sitemap | undefined> {
  const [found] = await read(db, FIND_SITEMAP({ siteId }));
  return found;
}

/** Nothing is stored for a site that has been deleted. Who replaces the list of a site at the same time waits here. */
const NOTE_SITEMAP = statement(
  'note_sitemap',
  (_, param: Param<Site & { updatedAt: string; pages: number }>) => sql`
    insert into sitemaps (site_id, updated_at, pages)
    select site_id, ${timestamptz(param('updatedAt'))}, ${param('pages')}::integer
    from placed_sites where site_id = ${param('siteId')}
    on conflict (site_id) do update set updated_at = excluded.updated_at, pages = excluded.pages`,
);

const DELETE_PAGES = statement(
  'delete_sitemap_pages',
  (_, param: Param<Site>) => sql`delete from sitemap_pages where site_id = ${param('siteId')}`,
);

type Part = Site & {
  readonly part: number;
  readonly paths: readonly string[];
  readonly spellings: readonly (string | null)[];
  readonly modifiedOn: readonly (string | null)[];
};

const ADD_PAGES = statement(
  'add_sitemap_pages',
  (_, param: Param<Part>) => sql`
    insert into sitemap_pages (site_id, part, paths, spellings, modified_on)
    select site_id, ${param('part')}::smallint, ${param('paths')}::text[], ${param('spellings')}::text[],
           ${param('modifiedOn')}::date[]
    from placed_sites where site_id = ${param('siteId')}`,
);

const PAGES_PER_PART = 10_000;

/** Replaces a site's list, in one transaction: others read the old one until it ends. Each path is in it once. */
export async function replaceSitemap(
  db: Database,
  siteId: string,
  { updatedAtMs, pages }: { readonly updatedAtMs: number; readonly pages: readonly ListedPage[] },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await shareSite(tx, siteId);
    await execute(tx, NOTE_SITEMAP({ siteId, updatedAt: formatInstant(updatedAtMs), pages: pages.length }));
    await execute(tx, DELETE_PAGES({ siteId }));
    await addPages(tx, siteId, pages);
  });
}

async function addPages(
  tx: Transaction<Tables>,
  siteId: string,
  pages: readonly ListedPage[],
): Promise<void> {
  for (let part = 0; part * PAGES_PER_PART < pages.length; part++) {
    const some = pages.slice(part * PAGES_PER_PART, (part + 1) * PAGES_PER_PART);
    await execute(
      tx,
      ADD_PAGES({
        ...{ siteId, part },
        paths: some.map(({ path }) => path),
        spellings: some.map(({ spelling }) => spelling),
        modifiedOn: some.map(({ modifiedOn }) => modifiedOn),
      }),
    );
  }
}

type Due = { readonly siteIds: readonly string[]; readonly before: string };

/** From the rows beside them, so that Citus runs it where these are, site by site. */
const LIST_DUE = statement(
  'list_due_sitemaps',
  (_, param: Param<Due>) => sql<{ readonly siteId: string }>`
    select s.site_id as "siteId"
    from placed_sites as s left join sitemaps as m on m.site_id = s.site_id
    where s.site_id = any(${param('siteIds')}::text[])
      and (m.updated_at is null or m.updated_at < ${timestamptz(param('before'))})`,
);

/** Which of the sites have no list, or one that is older. */
export async function listDueSitemaps(
  db: Database,
  siteIds: readonly string[],
  beforeMs: number,
): Promise<readonly string[]> {
  const query = LIST_DUE({ siteIds, before: formatInstant(beforeMs) });
  return (await readLong(db, query, 'service')).map(({ siteId }) => siteId);
}

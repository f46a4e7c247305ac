import { sql } from 'kysely';
import type { NewEvent } from '../domain/event.ts';
import { type Param, type PreparedQuery, statement } from '../database/statement.ts';
import type { Executed } from '../database/query.ts';

/** Where landings are looked for: under the key of a client on a day, between two times of that day, both included. */
export type LandingSearch = {
  /** The secrets with which the keys were made. */
  readonly secretIds: readonly string[];
  readonly clients: readonly string[];
  readonly fromMs: readonly number[];
  readonly untilMs: readonly number[];
};

/** The latest landing in a place of the search. */
export type FoundLanding = {
  /** Its number, from 0. */
  readonly place: number;
  /** Milliseconds of the day. */
  readonly landedMs: number;
  readonly source: string;
};

/** Landings to store, each under another key and time. */
export type LandingRows = {
  readonly secretIds: readonly string[];
  readonly clients: readonly string[];
  readonly landedMs: readonly number[];
  readonly endsMinutes: readonly number[];
  readonly sources: readonly string[];
};

/** How a transaction finds the products of its conversions. */
export type Attributing = {
  /** Undefined if nothing is to be looked for. */
  readonly search: LandingSearch | undefined;
  /** Decides about events of the batch, in their order, by what the search has found. It may be called several times. */
  readonly attribute: (events: readonly NewEvent[], found: readonly FoundLanding[]) => Attributed;
};

/** Events, and what is to be stored with them. */
export type Attributed = {
  /** The same array if no conversion has got a product. */
  readonly events: readonly NewEvent[];
  /** Undefined if there are none. */
  readonly landings: LandingRows | undefined;
};

/** A secret is no longer there: the database has crashed, or it is too old. Nothing is stored: read the secrets again, and retry. */
export class SecretsReplaced extends Error {
  override readonly name = 'SecretsReplaced';

  constructor() {
    super('the secrets of the clients were replaced meanwhile');
  }
}

type SearchRow = {
  readonly secrets: number;
  readonly place: number | null;
  readonly landedMs: number;
  readonly source: string;
};

/** However many landings a client has, one row of it is read. There is always a row that counts the secrets. */
const SEARCH_LANDINGS = statement(
  'search_landings',
  (_, param: Param<LandingSearch>) => sql<SearchRow>`
    select known.secrets, found.place, found.landed_ms as "landedMs", found.source
    from (
      select count(*)::integer as secrets from visitor_secrets where id = any(${param('secretIds')}::uuid[])
    ) as known
    left join (
      select wanted.place::integer - 1 as place, landing.landed_ms, landing.source
      from unnest(
        ${param('clients')}::bigint[], ${param('fromMs')}::integer[], ${param('untilMs')}::integer[]
      ) with ordinality as wanted (client, from_ms, until_ms, place)
      cross join lateral (
        select landed_ms, source from landings
        where client = wanted.client and landed_ms between wanted.from_ms and wanted.until_ms
        order by client desc, landed_ms desc limit 1
      ) as landing
    ) as found on true`,
);

/** In the order of the keys, so that concurrent recorders wait for each other and never deadlock. */
const INSERT_LANDINGS = statement(
  'insert_landings',
  (_, param: Param<LandingRows & { readonly secrets: number }>) => sql`
    insert into landings (client, landed_ms, ends_minute, source)
    select client, landed_ms, ends_minute, source
    from unnest(
      ${param('clients')}::bigint[], ${param('landedMs')}::integer[], ${param('endsMinutes')}::integer[],
      ${param('sources')}::text[]
    ) as batch (client, landed_ms, ends_minute, source)
    where (
      select count(*) from visitor_secrets where id = any(${param('secretIds')}::uuid[])
    ) = ${param('secrets')}
    order by client, landed_ms
    on conflict (client, landed_ms) do update set source = excluded.source, ends_minute = excluded.ends_minute`,
);

/** The statement of a search, or none. */
export function searchLandings(search: LandingSearch | undefined): readonly PreparedQuery[] {
  return search === undefined ? [] : [SEARCH_LANDINGS(search)];
}

/** What a search has found. Throws SecretsReplaced. */
export function foundLandings(
  search: LandingSearch | undefined,
  [result]: readonly Executed<unknown>[],
): readonly FoundLanding[] {
  if (search === undefined) return [];
  const rows = (result?.rows ?? []) as readonly SearchRow[];
  if (rows[0]?.secrets !== search.secretIds.length) throw new SecretsReplaced();
  return rows.flatMap(({ place, landedMs, source }) => (place === null ? [] : [{ place, landedMs, source }]));
}

/** The statement that stores landings, or none. */
export function insertLandings(landings: LandingRows | undefined): readonly PreparedQuery[] {
  return landings === undefined ? [] : [INSERT_LANDINGS({ ...landings, secrets: landings.secretIds.length })];
}

/** Throws SecretsReplaced unless all landings are stored. */
export function requireStored(
  landings: LandingRows | undefined,
  result: Executed<unknown> | undefined,
): void {
  if (landings !== undefined && result?.rowCount !== landings.clients.length) throw new SecretsReplaced();
}

// The resolvers of mercurius and Apollo, which share a signature. Kysely builds each query when it is run.
import { DateTimeISOResolver, SafeIntResolver } from 'graphql-scalars';
import type { Caller } from './authenticate.ts';
import { decodeCursor } from './cursor.ts';
import { parseDateRange } from './dates.ts';
import { parseFirst, requirePro, toConnection, toStats, toTimeseries } from './graphql-answers.ts';
import type { DateArguments, EventsArguments, TimeseriesArguments } from './graphql-schema.ts';
import type { Database, EventType } from './kysely-database.ts';
import { countByBucket, countByName, findSite, listEvents } from './kysely-queries.ts';
import { Refusal } from './refusal.ts';

export type Context = {
  readonly db: Database;
  readonly caller: Caller;
  /** Takes one request from the caller's budget of the operation, or throws RATE_LIMITED. */
  readonly spend: (operation: string) => void;
};

type Site = { readonly id: string };

export const resolvers = {
  SafeInt: SafeIntResolver,
  DateTime: DateTimeISOResolver,
  Query: {
    async site(_: unknown, { id }: Site, { db, caller }: Context) {
      const site = await findSite(db, caller.accountId, id);
      if (site === undefined) throw new Refusal('SITE_NOT_FOUND');
      return site;
    },
  },
  Site: {
    async stats({ id }: Site, { start, end }: DateArguments, { db, spend }: Context) {
      spend('stats');
      const range = parseDateRange(start, end);
      return toStats(range, await countByName(db, id, range));
    },
    async timeseries({ id }: Site, args: TimeseriesArguments, { db, caller, spend }: Context) {
      spend('timeseries');
      const range = parseDateRange(args.start, args.end);
      const granularity = args.granularity === 'HOUR' ? 'hour' : 'day';
      if (granularity === 'hour') requirePro(caller.plan);
      return toTimeseries(range, granularity, await countByBucket(db, id, range, granularity));
    },
    async events({ id }: Site, args: EventsArguments, { db, spend }: Context) {
      spend('events');
      const range = parseDateRange(args.start, args.end);
      const limit = parseFirst(args.first);
      const type = args.type?.toLowerCase() as EventType | undefined;
      const after = typeof args.after === 'string' ? decodeCursor(args.after, 'after') : undefined;
      // one extra row shows whether there is a next page
      return toConnection(await listEvents(db, id, range, { type, after, limit: limit + 1 }), limit);
    },
  },
};

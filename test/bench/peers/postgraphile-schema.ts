import 'postgraphile';
import { extendSchema } from 'postgraphile/utils';
import { parse } from 'postgraphile/graphql';
import { loadOneWithPgClient } from 'postgraphile/@dataplan/pg';
import { type FieldArgs, type Step, context, get } from 'postgraphile/grafast';
import { DateTimeISOResolver, SafeIntResolver } from 'graphql-scalars';
import { typeDefs } from './graphql-schema.ts';
import { type Asking, loadEvents, loadSites, loadStats, loadTimeseries } from './postgraphile-loaders.ts';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- Grafast's way to type its context
  namespace Grafast {
    // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- and again
    interface Context {
      caller: Asking['caller'];
      spend: Asking['spend'];
    }
  }
}

/** The bench's part of the schema. Its fields are planned as steps that load over PostGraphile's own pool. */
export const sitesSchema = extendSchema((build) => {
  const executor = build.input.pgRegistry.pgExecutors['main'];
  if (executor === undefined) throw new Error('there is no PostgreSQL service called main');
  const ofSite = ($site: Step, args: FieldArgs) => ({
    ...asking(),
    siteId: get($site, 'id'),
    start: args.getRaw('start'),
    end: args.getRaw('end'),
  });
  return {
    typeDefs: parse(`${typeDefs} extend type Query { site(id: ID!): Site }`),
    objects: {
      Query: {
        plans: {
          site: (_: Step, args: FieldArgs) =>
            loadOneWithPgClient(executor, { ...asking(), siteId: args.getRaw('id') }, loadSites),
        },
      },
      Site: {
        plans: {
          stats: ($site: Step, args: FieldArgs) =>
            loadOneWithPgClient(executor, ofSite($site, args), loadStats),
          timeseries: ($site: Step, args: FieldArgs) =>
            loadOneWithPgClient(
              executor,
              { ...ofSite($site, args), granularity: args.getRaw('granularity') },
              loadTimeseries,
            ),
          events: ($site: Step, args: FieldArgs) =>
            loadOneWithPgClient(
              executor,
              {
                ...ofSite($site, args),
                type: args.getRaw('type'),
                first: args.getRaw('first'),
                after: args.getRaw('after'),
              },
              loadEvents,
            ),
        },
      },
    },
    scalars: { SafeInt: SafeIntResolver.toConfig(), DateTime: DateTimeISOResolver.toConfig() },
  };
});

function asking() {
  return { caller: context().get('caller'), spend: context().get('spend') };
}

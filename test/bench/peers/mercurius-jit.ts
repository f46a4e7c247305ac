// Fastify with mercurius and Kysely. graphql-jit compiles a document from its second use on.
import 'site-traffic-bench/production';
import mercurius from 'mercurius';
import { createAdmission, createApp, serve } from './fastify-app.ts';
import { type Context, resolvers } from './graphql-resolvers.ts';
import { queryDefs, typeDefs } from './graphql-schema.ts';
import { openDatabase } from './kysely-database.ts';
import { readSettings } from './settings.ts';

declare module 'mercurius' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- mercurius' way to type a context
  interface MercuriusContext {
    db: Context['db'];
    caller: Context['caller'];
    spend: Context['spend'];
  }
}

const settings = readSettings();
const db = openDatabase(settings.databaseUrl);
const { admitTo, spend } = createAdmission(db, settings);
const app = createApp();
const admit = admitTo('graphql');

app.addHook('onRequest', async (request, reply) => {
  if (!request.is404) await admit(request, reply);
});

await app.register(mercurius, {
  schema: typeDefs + queryDefs,
  resolvers: { ...resolvers, Event: { resolveType: ({ __typename }: { __typename: string }) => __typename } },
  // like the default, but without `data: null` if nothing was run
  errorFormatter: (execution, context) => {
    const { statusCode, response } = mercurius.defaultErrorFormatter(execution, context);
    return {
      statusCode,
      response: execution.data ? response : { errors: response.errors ?? [] },
    };
  },
  jit: 1,
  graphiql: false,
  context: ({ caller }): Context => ({
    db,
    caller,
    spend: (operation) => {
      spend(caller, operation);
    },
  }),
});

await serve(app, db, settings);

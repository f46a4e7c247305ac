// Apollo Server in production mode behind its Fastify integration, and Kysely.
import 'site-traffic-bench/production';
import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import { answerGraphqlErrors, createAdmission, createApp, serve } from './fastify-app.ts';
import { type Context, resolvers } from './graphql-resolvers.ts';
import { queryDefs, typeDefs } from './graphql-schema.ts';
import { openDatabase } from './kysely-database.ts';
import { readSettings } from './settings.ts';

const settings = readSettings();
const db = openDatabase(settings.databaseUrl);
const { admitTo, spend } = createAdmission(db, settings);
const app = createApp();

answerGraphqlErrors(app);

const apollo = new ApolloServer<Context>({
  typeDefs: typeDefs + queryDefs,
  resolvers,
  // the responses have their own Cache-Control
  plugins: [ApolloServerPluginLandingPageDisabled(), ApolloServerPluginCacheControlDisabled()],
  // usage reporting stays off without an APOLLO_KEY
  nodeEnv: 'production',
  introspection: true,
  // Fastify waits for the requests in flight
  stopOnTerminationSignals: false,
});
await apollo.start();

app.route({
  url: '/graphql',
  method: ['GET', 'POST'],
  onRequest: admitTo('graphql'),
  handler: fastifyApolloHandler(apollo, {
    context: ({ caller }) =>
      Promise.resolve({
        db,
        caller,
        spend: (operation) => {
          spend(caller, operation);
        },
      }),
  }),
});

await serve(app, db, settings);

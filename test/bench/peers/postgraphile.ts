// PostGraphile 5 in production mode on node:http, with its own plans for what SQL tables alone cannot express.
import 'site-traffic-bench/production';
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import pg from 'pg';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { type Caller, createAuthenticate } from './authenticate.ts';
import { authenticatedHeaders } from './headers.ts';
import { createLimiter } from './limit.ts';
import { findKey, markKeyUsed } from './node-http-queries.ts';
import { sitesSchema } from './postgraphile-schema.ts';
import { Refusal } from './refusal.ts';
import { POOL_SIZE, readSettings } from './settings.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

const settings = readSettings();
const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: POOL_SIZE });
pool.on('error', () => {
  // the pool replaces an idle connection that breaks
});
const authenticate = createAuthenticate({
  findKey: (keyHash) => findKey(pool, keyHash),
  markKeyUsed: (keyId, at) => markKeyUsed(pool, keyId, at),
});
const limiter = createLimiter();
const callers = new WeakMap<IncomingMessage, Caller>();

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [sitesSchema],
  // The bench's schema defines the pages, so no other connections are generated.
  disablePlugins: ['ConnectionPlugin', 'BuiltinScalarConnectionsPlugin', 'PageInfoStartEndCursorPlugin'],
  // no database schema is exposed directly
  pgServices: [makePgService({ pool, schemas: [] })],
  // sends the string that Grafast wrote instead of objects that would be stringified again
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false, outputDataAsString: true },
  grafast: {
    explain: false,
    context: ({ node }) => {
      const caller = node && callers.get(node.req);
      if (caller === undefined) throw new Error('a document was run before its caller was admitted');
      return { caller, spend: (operation: string) => spend(caller, operation) };
    },
  },
});
// an invalid schema fails here and not on the first request
await instance.getSchema();
const serv = instance.createServ(grafserv);
await serv.ready();
// eslint-disable-next-line @typescript-eslint/no-deprecated -- addTo leaves no room for an admission in front
const handle = serv.createHandler();

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('X-Request-Id', randomUUID());
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.url !== '/graphql') {
    send(response, 404, new Refusal('NOT_FOUND').body);
    return;
  }
  try {
    await admit(request, response);
  } catch (error) {
    const { statusCode, message, extensions } =
      error instanceof Refusal ? error : new Refusal('SERVER_ERROR');
    if (statusCode === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    send(response, statusCode, { errors: [{ message, extensions }] });
    return;
  }
  handle(request, response);
}

async function admit(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const caller = await authenticate(request.headers.authorization);
  const decision = take(caller, 'graphql');
  const headers = authenticatedHeaders('graphql', decision);
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
  if (!decision.granted) throw new Refusal('RATE_LIMITED', undefined, decision.retryAfterSeconds);
  callers.set(request, caller);
}

function take({ accountId, plan }: Caller, operation: string) {
  return limiter(accountId, operation, settings.requestsPerMinute[plan]);
}

function spend(caller: Caller, operation: string): void {
  const decision = take(caller, operation);
  if (!decision.granted) throw new Refusal('RATE_LIMITED', undefined, decision.retryAfterSeconds);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

const server = createServer((request, response) => {
  void answer(request, response);
});
process.once('SIGTERM', () => {
  server.close(() => void Promise.resolve(instance.release()).then(() => pool.end()));
  server.closeIdleConnections();
});
server.listen(settings.port, settings.host);

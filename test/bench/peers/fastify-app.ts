import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Caller, createAuthenticate } from './authenticate.ts';
import { authenticatedHeaders } from './headers.ts';
import type { Database } from './kysely-database.ts';
import { findKey, markKeyUsed } from './kysely-queries.ts';
import { type Limiter, createLimiter } from './limit.ts';
import { Refusal } from './refusal.ts';
import type { Settings } from './settings.ts';

declare module 'fastify' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- Fastify's way to add to a request
  interface FastifyRequest {
    caller: Caller;
  }
}

/** A Fastify without a logger, whose responses have a request id. */
export function createApp(): FastifyInstance {
  const app = Fastify({ logger: false, genReqId: () => randomUUID() });
  app.decorateRequest('caller');
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'X-Request-Id': request.id, 'X-Content-Type-Options': 'nosniff' });
    done();
  });
  app.setNotFoundHandler((_, reply) => {
    void reply.code(404).send(new Refusal('NOT_FOUND').body);
  });
  return app;
}

export type Admission = {
  /** A hook that authenticates the caller and takes one request from the operation's budget. */
  readonly admitTo: (operation: string) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Takes one request from the caller's budget, or throws RATE_LIMITED. */
  readonly spend: (caller: Caller, operation: string) => void;
};

export function createAdmission(db: Database, { requestsPerMinute }: Settings): Admission {
  const limiter: Limiter = createLimiter();
  const authenticate = createAuthenticate({
    findKey: (keyHash) => findKey(db, keyHash),
    markKeyUsed: (keyId, at) => markKeyUsed(db, keyId, at),
  });
  const take = ({ accountId, plan }: Caller, operation: string) =>
    limiter(accountId, operation, requestsPerMinute[plan]);
  return {
    admitTo: (operation) => async (request, reply) => {
      request.caller = await authenticate(request.headers.authorization).catch((error: unknown) => {
        if (error instanceof Refusal) reply.header('WWW-Authenticate', 'Bearer');
        throw error;
      });
      const decision = take(request.caller, operation);
      reply.headers(authenticatedHeaders(operation, decision));
      if (!decision.granted) throw new Refusal('RATE_LIMITED', undefined, decision.retryAfterSeconds);
    },
    spend: (caller, operation) => {
      const decision = take(caller, operation);
      if (!decision.granted) throw new Refusal('RATE_LIMITED', undefined, decision.retryAfterSeconds);
    },
  };
}

/** Errors before GraphQL runs, in the form of GraphQL. */
export function answerGraphqlErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, _, reply) => {
    const refusal = error instanceof Refusal ? error : new Refusal('SERVER_ERROR');
    const { statusCode, message, extensions } = refusal;
    void reply.code(statusCode).send({ errors: [{ message, extensions }] });
  });
}

/** Listens until the process is stopped, then closes the database too. */
export async function serve(app: FastifyInstance, db: Database, { host, port }: Settings): Promise<void> {
  process.once('SIGTERM', () => {
    void app.close().then(() => db.destroy());
  });
  await app.listen({ host, port });
}

import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { type HttpBindings, getRequestListener } from '@hono/node-server';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import type { SiteTraffic } from '../../src/middleware/site-traffic.ts';

/** Called with each answer that its client is to leave: a test waits here for both sides. */
export type OnHanging = (response: ServerResponse) => void;

/** Makes the same small site; with traffic its requests are told of. */
type MakeHost = (traffic: SiteTraffic | undefined, onHanging: OnHanging) => Server | Promise<Server>;

/** The host's own pages: /guide, /stream, /broken (throws), /silent and /partial (never end); all else is 404. */
export const HOSTS: readonly (readonly [name: string, make: MakeHost])[] = [
  ['Express', expressHost],
  ['Fastify', fastifyHost],
  ['Hono', honoHost],
  ['Koa', koaHost],
  ['node:http', nodeHost],
  ['a server that is not wrapped', unwrappedHost],
];

function expressHost(traffic: SiteTraffic | undefined, onHanging: OnHanging): Server {
  const app = express();
  app.set('env', 'test'); // it prints no thrown error
  if (traffic) app.use(traffic.express);
  const router = express.Router();
  router.all('/', (_, response) => response.send('guide'));
  app.use('/guide', router); // a router takes its own part off the target
  app.get('/stream', (_, response) => streamInto(response));
  app.get('/broken', () => {
    throw Object.assign(new Error('broken'), { stack: 'broken' }); // it answers with the stack
  });
  app.get('/silent', (_, response) => onHanging(response));
  app.get('/partial', (_, response) => beginAndHang(response, onHanging));
  return createServer(app as RequestListener);
}

async function fastifyHost(traffic: SiteTraffic | undefined, onHanging: OnHanging): Promise<Server> {
  const app = Fastify();
  if (traffic) app.addHook('onRequest', traffic.fastify);
  app.all('/guide', () => 'guide');
  app.get('/stream', (_, reply) => reply.send(chunks()));
  app.get('/broken', () => {
    throw new Error('broken');
  });
  app.get('/silent', (_, reply) => onHanging(reply.hijack().raw));
  app.get('/partial', (_, reply) => beginAndHang(reply.hijack().raw, onHanging));
  await app.ready();
  return app.server;
}

function honoHost(traffic: SiteTraffic | undefined, onHanging: OnHanging): Server {
  const app = new Hono<{ Bindings: HttpBindings }>();
  if (traffic) app.use(traffic.hono);
  app.all('/guide', (context) => context.text('guide'));
  app.get('/stream', (context) => context.body(webChunks()));
  app.get('/broken', () => {
    throw new Error('broken');
  });
  app.onError((_, context) => context.text('broken', 500)); // its own prints the error
  app.get('/silent', (context) => {
    onHanging(context.env.outgoing);
    return new Promise<Response>(() => undefined);
  });
  app.get('/partial', (context) => {
    onHanging(context.env.outgoing);
    return context.body(webChunks({ ends: false }));
  });
  return createServer(getRequestListener(app.fetch) as RequestListener);
}

function koaHost(traffic: SiteTraffic | undefined, onHanging: OnHanging): Server {
  const app = new Koa();
  app.silent = true; // it prints no thrown error
  app.use((context) => {
    switch (context.path) {
      case '/guide':
        context.body = 'guide';
        return;
      case '/stream':
        context.body = chunks();
        return;
      case '/broken':
        throw new Error('broken');
      case '/silent':
        context.respond = false;
        onHanging(context.res);
        return;
      case '/partial':
        context.status = 200; // it begins with 404
        context.respond = false;
        beginAndHang(context.res, onHanging);
    }
  });
  const handler = app.callback() as RequestListener;
  return createServer(traffic ? traffic.node(handler) : handler);
}

function nodeHost(traffic: SiteTraffic | undefined, onHanging: OnHanging): Server {
  const handler: RequestListener = (request, response) => {
    switch (new URL(request.url ?? '', 'http://host').pathname) {
      case '/guide':
        response.end('guide');
        return;
      case '/stream':
        streamInto(response);
        return;
      case '/broken':
        response.writeHead(500).end('broken');
        return;
      case '/silent':
        onHanging(response);
        return;
      case '/partial':
        beginAndHang(response, onHanging);
        return;
      default:
        response.writeHead(404).end('not found');
    }
  };
  return createServer(traffic ? traffic.node(handler) : handler);
}

function unwrappedHost(traffic: SiteTraffic | undefined, onHanging: OnHanging): Server {
  traffic?.everyServer();
  return nodeHost(undefined, onHanging);
}

function chunks(): PassThrough {
  const stream = new PassThrough();
  streamInto(stream);
  return stream;
}

function webChunks({ ends = true } = {}): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of ['one, ', 'two']) controller.enqueue(new TextEncoder().encode(chunk));
      if (ends) controller.close();
    },
  });
}

function streamInto(stream: NodeJS.WritableStream): void {
  stream.write('one, ');
  setImmediate(() => void stream.end('two'));
}

function beginAndHang(response: ServerResponse, onHanging: OnHanging): void {
  response.write('one, ');
  onHanging(response);
}

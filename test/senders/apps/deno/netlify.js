// Plays what Netlify's network does around an edge function, in the Deno that it runs on: its headers and its context.
import siteTraffic from './site-traffic.js';

const SITE = Deno.env.get('SITE_ADDRESS');
globalThis.Netlify = { env: { get: (name) => Deno.env.get(name) } };

async function next(request) {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set('connection', 'close');
  const { method } = request;
  const body = method === 'GET' || method === 'HEAD' ? undefined : await request.arrayBuffer();
  return fetch(`http://${SITE}${pathname}${search}`, { method, headers, body, redirect: 'manual' });
}

Deno.serve(
  { hostname: '127.0.0.1', port: Number(Deno.env.get('PORT')), onListen: () => undefined },
  (request) => {
    if (Deno.env.get('WITHOUT_SENDER')) return next(request);
    const context = {
      next: () => next(request),
      waitUntil: (promise) => void promise,
      ip: request.headers.get('x-nf-client-connection-ip') ?? undefined,
      requestId: request.headers.get('x-nf-request-id') ?? undefined,
    };
    return siteTraffic(request, context);
  },
);

// Reports each page that is requested of a Next.js site to Site Traffic Analytics, in the background.
//
// Save it as site-traffic.ts beside the folder app or pages, and beside it this as proxy.ts (in Next.js 15 as middleware.ts,
// with `export { proxy as middleware }`). If you have one, call `report(request, event)` in yours.
//
//   export { proxy } from './site-traffic';
//   export const config = { matcher: '/((?!_next/static|_next/image|favicon.ico).*)' };
//
// Environment variables: SITE_TRAFFIC_URL, SITE_TRAFFIC_SITE, and SITE_TRAFFIC_KEY, a key of scope collect. It runs before the
// page, so it knows no status. MIT licence.

import { type NextFetchEvent, type NextRequest, NextResponse } from 'next/server';

const AGENT = 'site-traffic';
const TRY_MS = 5_000;
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10_000;
const MINUTE_MS = 60_000;
const MAX_CHARACTERS = 2_048;
const MAX_SENTENCE = 500;
const MAX_SIGNATURE = 4_096; // the service ignores longer ones

export function proxy(request: NextRequest, event: NextFetchEvent): NextResponse {
  report(request, event);
  return NextResponse.next();
}

/** Never throws, and never delays the page. */
export function report(request: NextRequest, event: NextFetchEvent): void {
  event.waitUntil(
    reportOn(request).catch((error: unknown) => say(`a request could not be reported (${nameOf(error)})`)),
  );
}

async function reportOn(request: NextRequest): Promise<void> {
  // where the service is behind this, too, each report would be reported
  if (request.headers.get('user-agent') === AGENT) return;
  const wrong = wrongSettings();
  if (wrong.length > 0) return say(`nothing is recorded (${wrong.join('; ')})`);
  const outcome = await deliver(`${JSON.stringify(fieldsOf(request))}\n`, crypto.randomUUID());
  if (!outcome.isRecorded) say(outcome.why);
}

async function deliver(body: string, key: string): Promise<Outcome> {
  // the answer goes first
  await new Promise((resolve) => setTimeout(resolve));
  const first = await send(body, key);
  if (!first.isLater) return first;
  const pauseMs = Math.min(Math.max(first.waitMs, PAUSE_MS), MAX_PAUSE_MS);
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  // The key makes a repetition count once. There is one: nothing lives on here to try again later.
  return send(body, key);
}

function fieldsOf(request: NextRequest) {
  const { protocol, pathname, search } = new URL(request.url);
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const isOnVercel = process.env['VERCEL'] === '1';
  const signature = header('signature');
  const signature_input = header('signature-input');
  const isSigned = signature !== undefined || signature_input !== undefined;
  return {
    type: 'request',
    method: request.method,
    target: cut(pathname + search),
    // empty: the client sent none, as programs do
    user_agent: cut(header('user-agent') ?? ''),
    referrer: cut(header('referer')),
    host: cut(header('host')),
    // Vercel sets both, whatever the client sent. Next.js itself tells no address, and elsewhere a client could choose it.
    ...(isOnVercel && { address: header('x-real-ip'), id: header('x-vercel-id') }),
    created_at: new Date().toISOString(),
    ...(isSigned && {
      signature: whole(signature),
      signature_input: whole(signature_input),
      signature_agent: whole(header('signature-agent')),
      scheme: protocol.slice(0, -1),
    }),
  };
}

const cut = (text: string | undefined) => text?.slice(0, MAX_CHARACTERS);
const whole = (text: string | undefined) =>
  text !== undefined && text.length <= MAX_SIGNATURE ? text : undefined;
// each by its own name, since some builds put values in place of names
const settings = () => ({
  SITE_TRAFFIC_URL: process.env['SITE_TRAFFIC_URL'] ?? '',
  SITE_TRAFFIC_SITE: process.env['SITE_TRAFFIC_SITE'] ?? '',
  SITE_TRAFFIC_KEY: process.env['SITE_TRAFFIC_KEY'] ?? '',
});
const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown');

type Outcome = {
  readonly isRecorded: boolean;
  readonly isLater: boolean;
  readonly waitMs: number;
  readonly why: string;
};

async function send(body: string, idempotencyKey: string): Promise<Outcome> {
  const { SITE_TRAFFIC_URL: url, SITE_TRAFFIC_SITE: site, SITE_TRAFFIC_KEY: key } = settings();
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}/collect/sites/${site}/events`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'user-agent': AGENT,
        'content-type': 'application/x-ndjson',
        'idempotency-key': idempotencyKey,
      },
      body,
      // one that is followed could carry the key to another host
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(TRY_MS),
    });
    return outcomeOf(response, await response.text());
  } catch (error) {
    const why = `the service did not respond (${nameOf(error)})`;
    return { isRecorded: false, isLater: true, waitMs: 0, why };
  }
}

/** An answer without a code is not one of the service. */
function outcomeOf({ status, headers }: Response, text: string): Outcome {
  const { code, error, recorded } = parse(text);
  const name = /^[A-Z_]{1,40}$/.test(String(code)) ? `${String(code)} (${String(error)})` : 'without a code';
  return {
    isRecorded: status === 200 && typeof recorded === 'number',
    isLater: code !== 'LIMIT_EXCEEDED' && (status >= 500 || status === 429 || status === 408),
    waitMs: (Number(headers.get('retry-after')) || 0) * 1_000,
    why: `the service answered ${status} ${name}`,
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** What is missing or wrong. Repeats no value, which may be a misplaced key. */
function wrongSettings(): readonly string[] {
  const right = {
    SITE_TRAFFIC_URL: /^https?:\/\/[^@?#\s]+$/i,
    SITE_TRAFFIC_SITE: /^[\w.-]+$/,
    SITE_TRAFFIC_KEY: /^[\x21-\x7e]+$/,
  };
  return Object.entries(settings()).flatMap(([name, value]) =>
    right[name as keyof typeof right].test(value) ? [] : [`${name} is ${value ? 'wrong' : 'missing'}`],
  );
}

/** When each problem was said, and how many requests were lost since. */
const said = new Map<string, { readonly atMs: number; readonly lost: number }>();

/**
 * Each problem at most once a minute and process: logs here are read live. Problems that differ only in the brackets are one
 * problem.
 */
function say(problem: string): void {
  const [kind = ''] = problem.split('(', 1);
  const { atMs, lost } = said.get(kind) ?? { atMs: -Infinity, lost: 0 };
  const isDue = Date.now() - atMs >= MINUTE_MS;
  said.set(kind, isDue ? { atMs: Date.now(), lost: 0 } : { atMs, lost: lost + 1 });
  if (!isDue) return;
  const { SITE_TRAFFIC_KEY: key } = settings();
  const shown = key ? problem.replaceAll(key, '***') : problem;
  const line = shown.replace(/[\x00-\x1f\x7f]+/g, ' ').slice(0, MAX_SENTENCE);
  console.error(`site-traffic: ${line}; requests lost: ${lost + 1}`);
}

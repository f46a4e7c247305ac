// Reports each request that passes Netlify to Site Traffic Analytics, after it was answered.
//
// Save it as netlify/edge-functions/site-traffic.js. Environment variables: SITE_TRAFFIC_URL, SITE_TRAFFIC_SITE, and
// SITE_TRAFFIC_KEY, a key of scope collect. MIT licence.

const AGENT = 'site-traffic';
const TRY_MS = 5_000;
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10_000;
const MINUTE_MS = 60_000;
const MAX_CHARACTERS = 2_048;
const MAX_SENTENCE = 500;
const MAX_SIGNATURE = 4_096; // the service ignores longer ones

export const config = { path: '/*', onError: 'bypass' };

export default async function siteTraffic(request, context) {
  const arrived = new Date().toISOString();
  const response = await context.next();
  context.waitUntil(report(request, response.status, arrived, context));
  return response;
}

/** Never rejects. */
async function report(request, status, arrived, context) {
  try {
    // where the service is behind this, too, each report would be reported
    if (request.headers.get('user-agent') === AGENT) return;
    const wrong = wrongSettings();
    if (wrong.length > 0) return say(`nothing is recorded (${wrong.join('; ')})`);
    const key = crypto.randomUUID();
    const body = `${JSON.stringify(fieldsOf(request, status, arrived, context))}\n`;
    const outcome = await deliver(body, key);
    if (!outcome.isRecorded) say(outcome.why);
  } catch (error) {
    say(`a request could not be reported (${error?.name})`);
  }
}

async function deliver(body, key) {
  // the answer goes first
  await new Promise((resolve) => setTimeout(resolve));
  const first = await send(body, key);
  if (!first.isLater) return first;
  const pauseMs = Math.min(Math.max(first.waitMs, PAUSE_MS), MAX_PAUSE_MS);
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  // The key makes a repetition count once. There is one: nothing lives on here to try again later.
  return send(body, key);
}

function fieldsOf(request, status, created_at, { ip, requestId }) {
  const { protocol, host, pathname, search } = new URL(request.url);
  const header = (name) => request.headers.get(name) ?? undefined;
  const signature = header('signature');
  const signature_input = header('signature-input');
  const isSigned = signature !== undefined || signature_input !== undefined;
  return {
    type: 'request',
    method: request.method,
    target: cut(pathname + search),
    status,
    // empty: the client sent none, as programs do
    user_agent: cut(header('user-agent') ?? ''),
    referrer: cut(header('referer')),
    host,
    address: ip,
    created_at,
    // the same id as in Netlify's log drains, so that a visit that comes both ways counts once
    id: requestId,
    ...(isSigned && {
      signature: whole(signature),
      signature_input: whole(signature_input),
      signature_agent: whole(header('signature-agent')),
      scheme: protocol.slice(0, -1),
    }),
  };
}

const cut = (text) => text?.slice(0, MAX_CHARACTERS);
const whole = (text) => (text !== undefined && text.length <= MAX_SIGNATURE ? text : undefined);
const setting = (name) => Netlify.env.get(`SITE_TRAFFIC_${name}`) ?? '';

async function send(body, idempotencyKey) {
  const [url, site] = [setting('URL').replace(/\/$/, ''), encodeURIComponent(setting('SITE'))];
  try {
    const response = await fetch(`${url}/collect/sites/${site}/events`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${setting('KEY')}`,
        'user-agent': AGENT,
        'content-type': 'application/x-ndjson',
        'idempotency-key': idempotencyKey,
      },
      body,
      // one that is followed could carry the key to another host
      redirect: 'manual',
      signal: AbortSignal.timeout(TRY_MS),
    });
    return outcomeOf(response, await response.text());
  } catch (error) {
    return { isLater: true, waitMs: 0, why: `the service did not respond (${error?.name})` };
  }
}

/** An answer without a code is not one of the service. */
function outcomeOf({ status, headers }, text) {
  const { code, error, recorded } = parse(text);
  const name = /^[A-Z_]{1,40}$/.test(code) ? `${code} (${error})` : 'without a code';
  return {
    isRecorded: status === 200 && typeof recorded === 'number',
    isLater: code !== 'LIMIT_EXCEEDED' && (status >= 500 || status === 429 || status === 408),
    waitMs: (Number(headers.get('retry-after')) || 0) * 1_000,
    why: `the service answered ${status} ${name}`,
  };
}

function parse(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** What is missing or wrong. Repeats no value, which may be a misplaced key. */
function wrongSettings() {
  const right = { URL: /^https?:\/\/[^@?#\s]+$/i, SITE: /^[\w.-]+$/, KEY: /^[\x21-\x7e]+$/ };
  return Object.entries(right).flatMap(([name, pattern]) =>
    pattern.test(setting(name)) ? [] : [`SITE_TRAFFIC_${name} is ${setting(name) ? 'wrong' : 'missing'}`],
  );
}

/** When each problem was said, and how many requests were lost since. */
const said = new Map();

/**
 * Each problem at most once a minute and isolate: logs here are read live. Problems that differ only in the brackets are one
 * problem.
 */
function say(problem) {
  const [kind] = problem.split('(', 1);
  const { atMs, lost } = said.get(kind) ?? { atMs: -Infinity, lost: 0 };
  const isDue = Date.now() - atMs >= MINUTE_MS;
  said.set(kind, isDue ? { atMs: Date.now(), lost: 0 } : { atMs, lost: lost + 1 });
  if (!isDue) return;
  const key = setting('KEY');
  const shown = key ? problem.replaceAll(key, '***') : problem;
  const line = shown.replace(/[\x00-\x1f\x7f]+/g, ' ').slice(0, MAX_SENTENCE);
  console.error(`site-traffic: ${line}; requests lost: ${lost + 1}`);
}

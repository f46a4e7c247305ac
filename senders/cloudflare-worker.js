// Reports each request that passes Cloudflare to Site Traffic Analytics, after it was answered.
//
// Variables: SITE_TRAFFIC_URL and SITE_TRAFFIC_SITE. Secret: SITE_TRAFFIC_KEY, a key of scope collect. Route: example.org/*, with
// the failure mode "Fail open". MIT licence.

const AGENT = 'site-traffic';
const TRY_MS = 5_000;
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10_000;
const MINUTE_MS = 60_000;
const MAX_CHARACTERS = 2_048;
const MAX_SENTENCE = 500;
const MAX_SIGNATURE = 4_096; // the service ignores longer ones

export default {
  async fetch(request, env, ctx) {
    // an error of this code must not become one of the site
    ctx.passThroughOnException();
    const arrived = new Date().toISOString();
    const response = await fetch(request);
    ctx.waitUntil(report(request, response.status, arrived, env));
    return response;
  },
};

/** Never rejects. */
async function report(request, status, arrived, env) {
  try {
    // where the service is behind this, too, each report would be reported
    if (request.headers.get('user-agent') === AGENT) return;
    const wrong = wrongSettings(env);
    if (wrong.length > 0) return say(`nothing is recorded (${wrong.join('; ')})`, env);
    const ray = request.headers.get('cf-ray') ?? crypto.randomUUID();
    const body = `${JSON.stringify(fieldsOf(request, status, arrived))}\n`;
    const outcome = await deliver(body, ray, env);
    if (!outcome.isRecorded) say(outcome.why, env);
  } catch (error) {
    say(`a request could not be reported (${error?.name})`, env);
  }
}

async function deliver(body, ray, env) {
  // the answer goes first
  await new Promise((resolve) => setTimeout(resolve));
  const first = await send(body, ray, env);
  if (!first.isLater) return first;
  const pauseMs = Math.min(Math.max(first.waitMs, PAUSE_MS), MAX_PAUSE_MS);
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  // The ray makes a repetition count once. There is one: nothing lives on here to try again later.
  return send(body, ray, env);
}

function fieldsOf(request, status, created_at) {
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
    address: header('cf-connecting-ip'),
    created_at,
    // the same id as in Logpush, so that a visit that comes both ways counts once
    id: header('cf-ray'),
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

async function send(body, idempotencyKey, env) {
  const { SITE_TRAFFIC_URL: url, SITE_TRAFFIC_SITE: site, SITE_TRAFFIC_KEY: key } = env;
  try {
    const response = await fetch(
      `${url.replace(/\/$/, '')}/collect/sites/${encodeURIComponent(site)}/events`,
      {
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
        signal: AbortSignal.timeout(TRY_MS),
      },
    );
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
function wrongSettings(env) {
  const right = {
    SITE_TRAFFIC_URL: /^https?:\/\/[^@?#\s]+$/i,
    SITE_TRAFFIC_SITE: /^[\w.-]+$/,
    SITE_TRAFFIC_KEY: /^[\x21-\x7e]+$/,
  };
  return Object.entries(right).flatMap(([name, pattern]) =>
    pattern.test(env[name] ?? '') ? [] : [`${name} is ${env[name] ? 'wrong' : 'missing'}`],
  );
}

/** When each problem was said, and how many requests were lost since. */
const said = new Map();

/**
 * Each problem at most once a minute and isolate: logs here are read live. Problems that differ only in the brackets are one
 * problem.
 */
function say(problem, { SITE_TRAFFIC_KEY: key }) {
  const [kind] = problem.split('(', 1);
  const { atMs, lost } = said.get(kind) ?? { atMs: -Infinity, lost: 0 };
  const isDue = Date.now() - atMs >= MINUTE_MS;
  said.set(kind, isDue ? { atMs: Date.now(), lost: 0 } : { atMs, lost: lost + 1 });
  if (!isDue) return;
  const shown = key ? problem.replaceAll(key, '***') : problem;
  const line = shown.replace(/[\x00-\x1f\x7f]+/g, ' ').slice(0, MAX_SENTENCE);
  console.error(`site-traffic: ${line}; requests lost: ${lost + 1}`);
}

import { SiteTrafficError } from './error.ts';
import type { Settings } from './options.ts';

export type Call = {
  /** Below the URL of the service, with its query. */
  readonly path: string;
  /** What is posted, if anything is. */
  readonly post?: { readonly headers: Readonly<Record<string, string>>; readonly body: string };
  /** A field that the answer must have. */
  readonly field: string;
  readonly signal: AbortSignal | undefined;
};

type Body = Readonly<Record<string, unknown>>;

/** Asks the service, and again when it asks to come back later, while the waits together are within the bound. */
export async function send<Answer>({ maxWaitSeconds, ...settings }: Settings, call: Call): Promise<Answer> {
  for (let waited = 0; ;) {
    try {
      return (await ask(settings, call)) as Answer;
    } catch (error) {
      const seconds = error instanceof SiteTrafficError ? error.retryAfter : undefined;
      if (seconds === undefined || waited + seconds > maxWaitSeconds) throw error;
      waited += seconds;
      await pause(seconds * 1000, call.signal);
    }
  }
}

async function ask(
  { url, key, fetch }: Omit<Settings, 'maxWaitSeconds'>,
  { path, post, field, signal }: Call,
): Promise<Body> {
  let response;
  let text;
  try {
    response = await fetch(url + path, {
      ...(post && { method: 'POST', body: post.body }),
      headers: { ...post?.headers, accept: 'application/json', authorization: `Bearer ${key}` },
      // A redirect that is followed could carry the key to another host.
      redirect: 'manual',
      signal: signal ?? null,
    });
    text = await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new SiteTrafficError('UNREACHABLE', 'The service could not be reached, or its answer broke off.', {
      status: response?.status,
      cause,
    });
  }
  const body = parse(text);
  if (response.status === 200 && body[field] !== undefined) return body;
  throw errorOf(response, body);
}

/** Says nothing of the text of a foreign answer: it might repeat the key. */
function errorOf({ status, headers }: Response, body: Body): SiteTrafficError {
  const requestId = headers.get('x-request-id') ?? undefined;
  const { code, error } = body;
  if (status === 200 || typeof code !== 'string' || typeof error !== 'string') {
    const what = status === 0 || (status >= 300 && status < 400) ? 'a redirect' : `status ${status}`;
    const message = `Got ${what}, but not as the service answers: is url its address?`;
    return new SiteTrafficError('UNEXPECTED_ANSWER', message, { status, requestId });
  }
  return new SiteTrafficError(code, error, { status, requestId, retryAfter: waitOf(code, headers, body) });
}

function waitOf(code: string, headers: Headers, { retry_after: seconds }: Body): number | undefined {
  if (code !== 'RATE_LIMITED' && code !== 'OVERLOADED') return undefined;
  return Math.max(1, Number(seconds ?? headers.get('retry-after')) || 1);
}

function parse(text: string): Body {
  try {
    return Object(JSON.parse(text)) as Body;
  } catch {
    return {};
  }
}

/** Rejects with the reason of the signal as soon as it ends the wait. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
  signal?.throwIfAborted();
}

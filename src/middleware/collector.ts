import type { Settings } from './options.ts';

/** What became of a batch: it is done with, unless it is delayed. */
export type Outcome = {
  readonly code: 'RECORDED' | 'REFUSED' | 'LIMIT_EXCEEDED' | 'DELAYED';
  readonly why: string;
  /** How long the collector asks to wait. */
  readonly atLeastMs: number;
};

const LONGEST_ASKED_MS = 3_600_000;

/** Posts lines of NDJSON, once for all tries with one idempotency key. Never rejects. */
export async function post(
  { endpoint, key, fetch }: Settings,
  body: string,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/x-ndjson',
    'idempotency-key': idempotencyKey,
  };
  try {
    // followed, a redirect may turn into a GET, or take the key elsewhere
    const response = await fetch(endpoint, { method: 'POST', headers, body, redirect: 'manual', signal });
    return judge(response, await response.text());
  } catch (cause) {
    return { code: 'DELAYED', why: `the collector gave no answer (${nameOf(cause)})`, atLeastMs: 0 };
  }
}

/** Only codes and statuses go into words: what else an unknown server answers may repeat the key. */
function judge({ status, headers }: Response, text: string): Outcome {
  const { code, recorded } = parse(text);
  const name = /^[A-Z_]{1,40}$/.exec(String(code))?.[0] ?? 'without a code';
  // the other form of Retry-After, a date, waits as long as none
  const askedMs = (Number(headers.get('retry-after')) || 0) * 1_000;
  return {
    code: verdict(status, name, recorded),
    why: `the collector answered ${status} ${name}`,
    atLeastMs: Math.min(askedMs, LONGEST_ASKED_MS),
  };
}

function verdict(status: number, name: string, recorded: unknown): Outcome['code'] {
  if (status === 200 && typeof recorded === 'number') return 'RECORDED';
  if (name === 'LIMIT_EXCEEDED') return name;
  return status >= 500 || status === 429 || status === 408 ? 'DELAYED' : 'REFUSED';
}

function parse(text: string): { readonly code?: unknown; readonly recorded?: unknown } {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
}

/** Such as ECONNREFUSED or AbortError. */
function nameOf(error: unknown): string {
  const { name, cause } = Object(error) as { readonly name?: unknown; readonly cause?: { code?: unknown } };
  return String(cause?.code ?? name);
}

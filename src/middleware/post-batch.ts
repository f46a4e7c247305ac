import type { Settings } from './options.ts';

/** The result of one try to send a batch. DELAYED batches are sent again; the others are finished. */
export type Outcome = {
  readonly code: 'RECORDED' | 'REFUSED' | 'LIMIT_EXCEEDED' | 'DELAYED';
  readonly why: string;
  /** The time to wait that the collector set with Retry-After. */
  readonly delayMs: number;
  /** The fields that the collector knows, if it names them. */
  readonly fields?: string[] | null | undefined;
};

const MAX_DELAY_MS = 3_600_000;
const MAX_SENTENCE = 500;

/** Posts a batch as NDJSON. All tries with one idempotency key count once. Never rejects. */
export async function postBatch(
  { endpoint, key, fetch }: Settings,
  body: string,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        // tells the collector who sends
        'user-agent': 'site-traffic',
        'content-type': 'application/x-ndjson',
        'idempotency-key': idempotencyKey,
      },
      body,
      // A redirect that is followed could become a GET, or carry the key to another host.
      redirect: 'manual',
      signal,
    });
    return outcomeOf(response, await response.text(), key);
  } catch (cause) {
    return { code: 'DELAYED', why: `the collector did not respond (${nameOf(cause)})`, delayMs: 0 };
  }
}

/** Reports the status, the code and the sentence. A response without a code is that of an unknown server. */
function outcomeOf({ status, headers }: Response, text: string, key: string): Outcome {
  const { code, error, recorded } = parse(text);
  const name = /^[A-Z_]{1,40}$/.exec(String(code))?.[0];
  const sentence = name && typeof error === 'string' ? ` (${shown(error, key)})` : '';
  return {
    code: codeOf(status, name, recorded),
    why: `the collector answered ${status} ${name ?? 'without a code'}${sentence}`,
    // A Retry-After that is a date is ignored.
    delayMs: Math.min((Number(headers.get('retry-after')) || 0) * 1_000, MAX_DELAY_MS),
    fields: headers.get('collect-fields')?.match(/\w+/g),
  };
}

function codeOf(status: number, name: string | undefined, recorded: unknown): Outcome['code'] {
  if (status === 200 && typeof recorded === 'number') return 'RECORDED';
  if (name === 'LIMIT_EXCEEDED') return name;
  return status >= 500 || status === 429 || status === 408 ? 'DELAYED' : 'REFUSED';
}

/** One line that is not long, without the key, whoever it was that answered. */
function shown(sentence: string, key: string): string {
  return sentence
    .replaceAll(key, '***')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_SENTENCE);
}

type Answer = { readonly code?: unknown; readonly error?: unknown; readonly recorded?: unknown };

function parse(text: string): Answer {
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

/** What came back, as the page shows it. */
export type Sent =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly ms: number;
      readonly headers: Headers;
      readonly text: string;
      /** Whether there was more than the page shows. */
      readonly isCut: boolean;
    }
  | { readonly kind: 'unreachable' }
  /** Nothing was sent: the value of this header has a character that none can carry. */
  | { readonly kind: 'unsendable'; readonly header: string };

type Request = Omit<RequestInit, 'headers'> & { readonly headers: Readonly<Record<string, string>> };

/** What a page can show without becoming slow. */
const MOST_BYTES = 128 * 1024;

/** Sends a request, and reads as much of the answer as the page shows. Never rejects. */
export async function sendRequest(url: string, init: Request): Promise<Sent> {
  const [unsendable] = Object.entries(init.headers).filter(([name, value]) => !isSendable(name, value));
  if (unsendable) return { kind: 'unsendable', header: unsendable[0] };
  const startedMs = performance.now();
  try {
    const response = await fetch(url, { ...init, cache: 'no-store' });
    const { text, isCut } = await readSome(response);
    const ms = Math.round(performance.now() - startedMs);
    const { status, headers } = response;
    return { kind: 'answer', status, ms, headers, text: isCut ? text : indented(text), isCut };
  } catch {
    return { kind: 'unreachable' };
  }
}

/** A header carries no character above U+00FF. */
function isSendable(name: string, value: string): boolean {
  try {
    return new Headers({ [name]: value }).has(name);
  } catch {
    return false;
  }
}

async function readSome({ body }: Response): Promise<{ readonly text: string; readonly isCut: boolean }> {
  if (body === null) return { text: '', isCut: false };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text, isCut: false };
    text += decoder.decode(value, { stream: true });
    bytes += value.length;
    if (bytes < MOST_BYTES) continue;
    await reader.cancel();
    return { text, isCut: true };
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** What a request to a process came to. */
export type Called = Answer | NoAnswer;

export type Answer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Parsed; undefined if the answer has none. */
  readonly body: unknown;
};

/** The connection broke, was refused, or stayed silent. */
export type NoAnswer = { readonly kind: 'no answer'; readonly why: string };

export type Asked = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type Caller = {
  /** Sends a request; never rejects. */
  readonly call: (url: string, asked: Asked) => Promise<Called>;
  readonly close: () => void;
};

/** Calls over connections that are kept, and gives a call up after a time. */
export function createCaller(withinMs: number): Caller {
  const agent = new Agent({ keepAlive: true });
  return {
    call: (url, asked) => send(agent, { url, withinMs, ...asked }),
    close: () => agent.destroy(),
  };
}

type Sent = Asked & { readonly url: string; readonly withinMs: number };

async function send(
  agent: Agent,
  { url, withinMs, method = 'GET', path, headers, body }: Sent,
): Promise<Called> {
  return new Promise((resolve) => {
    const end = (called: Called) => {
      clearTimeout(timer);
      resolve(called);
    };
    const asking = request(url + path, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', ({ message }) => end({ kind: 'no answer', why: message }));
      response.on('end', () => {
        const { statusCode: status = 0 } = response;
        end({ kind: 'answer', status, headers: response.headers, body: parse(Buffer.concat(chunks)) });
      });
    });
    const timer = setTimeout(() => asking.destroy(new Error(`no answer in ${withinMs} ms`)), withinMs);
    asking.on('error', (error: NodeJS.ErrnoException) => {
      end({ kind: 'no answer', why: error.code ?? error.message });
    });
    asking.end(body);
  });
}

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return bytes.toString();
  }
}

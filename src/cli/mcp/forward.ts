import type { Readable } from 'node:stream';
import { isJsonObject, parseJson } from '../../domain/json.ts';
import { createLineSplitter } from '../import/line-splitter.ts';
import type { PostMessage } from './post-message.ts';

/** As much as the server takes. */
const MAX_BYTES = 65_536;

/** An assistant asks a few questions at a time; others wait in the pipe. */
const MAX_UNDER_WAY = 16;

/** The codes of JSON-RPC for what is no message, and for a server that does not answer it. */
const NO_MESSAGE = -32_700;
const NOT_ANSWERED = -32_000;

type Forwarding = {
  /** Messages of JSON-RPC, one a line. */
  readonly input: Readable;
  /** Writes one of them. */
  readonly write: (message: unknown) => void;
  readonly post: PostMessage;
};

/** Forwards each message and writes what answers it, whichever comes first, until the input ends and all are answered. */
export async function forward({ input, write, post }: Forwarding): Promise<void> {
  const splitter = createLineSplitter(MAX_BYTES);
  const underWay = new Set<Promise<void>>();
  const begin = async (text: string | undefined) => {
    if (underWay.size >= MAX_UNDER_WAY) await Promise.race(underWay);
    const answering = answer(text).finally(() => underWay.delete(answering));
    underWay.add(answering);
  };

  async function answer(text: string | undefined): Promise<void> {
    if (text?.trim() === '') return;
    const message = text === undefined ? undefined : parseJson(text);
    if (message === undefined) {
      write(errorFor(null, NO_MESSAGE, `a line must be a JSON message of at most ${MAX_BYTES} bytes`));
      return;
    }
    const outcome = await post(message);
    if ('message' in outcome) write(outcome.message);
    else if ('failure' in outcome)
      for (const id of idsOf(message)) write(errorFor(id, NOT_ANSWERED, outcome.failure, outcome.details));
  }

  for await (const chunk of input)
    for (const { text } of splitter.push(chunk as Uint8Array)) await begin(text);
  for (const { text } of splitter.end()) await begin(text);
  await Promise.all(underWay);
}

function errorFor(id: unknown, code: number, message: string, data?: object) {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } };
}

/** Those of the requests in a message: a notification is not answered. */
function idsOf(message: unknown): readonly unknown[] {
  const all: readonly unknown[] = Array.isArray(message) ? message : [message];
  return all.flatMap((one) => (isJsonObject(one) && 'id' in one && 'method' in one ? [one['id']] : []));
}

import { isJsonObject, parseJson } from '../../domain/json.ts';
import { reasonOf } from '../failures.ts';

/** What comes of a message: one that answers it, nothing, or a failure in words, with what a program needs to know. */
type Outcome =
  | { readonly message: unknown }
  | { readonly done: true }
  | { readonly failure: string; readonly details?: object };

/** Never rejects. */
export type PostMessage = (message: unknown) => Promise<Outcome>;

/** Far above what a report takes. */
const ANSWER_WITHIN_MS = 60_000;

const JSON_TYPES = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

const VERSION = 'io.modelcontextprotocol/protocolVersion';

/** Posts messages to the MCP endpoint of a server. */
export function createPostMessage(url: string, key: string): PostMessage {
  return async (message) => {
    try {
      const response = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: { ...JSON_TYPES, ...protocolHeaders(message), authorization: `Bearer ${key}` },
        body: JSON.stringify(message),
        // the key is for this server, not for one that it names
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      return outcomeOf(response.status, await response.text(), url);
    } catch (error) {
      return { failure: `${url} does not answer (SITE_TRAFFIC_URL): ${causeOf(error)}` };
    }
  };
}

function outcomeOf(status: number, text: string, url: string): Outcome {
  if (status === 202) return { done: true };
  const body = parseJson(text);
  if (Array.isArray(body) || (isJsonObject(body) && 'jsonrpc' in body)) return { message: body };
  if (isJsonObject(body) && typeof body['error'] === 'string') {
    const { error: failure, ...details } = body;
    return { failure, details: { ...details, status } };
  }
  return {
    failure: `${url} answered with the status ${status}, and not as this service does (SITE_TRAFFIC_URL)`,
  };
}

/** What the protocol wants in headers over HTTP since its revision 2026-07-28, in which each message names its revision. */
function protocolHeaders(message: unknown): Readonly<Record<string, string>> {
  if (!isJsonObject(message) || !isJsonObject(message['params'])) return {};
  const { method, params } = message;
  const meta = params['_meta'];
  const version = isJsonObject(meta) ? meta[VERSION] : undefined;
  if (typeof version !== 'string' || typeof method !== 'string') return {};
  const name = params['name'];
  return {
    'mcp-protocol-version': inHeader(version),
    'mcp-method': inHeader(method),
    ...(typeof name === 'string' && { 'mcp-name': encoded(name) }),
  };
}

/** Whatever the message has there, a header can hold it. A server refuses it where it is not the same. */
function inHeader(text: string): string {
  return text.replace(/[^!-~]/g, '?');
}

/** As the protocol writes names that may have any characters. */
function encoded(name: string): string {
  return `=?base64?${Buffer.from(name).toString('base64')}?=`;
}

/** fetch says no more than that it failed, and the cause says why. */
function causeOf(error: unknown): string {
  return reasonOf(error instanceof TypeError ? (error.cause ?? error) : error);
}

import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import type { Plan } from '../../src/domain/plan.ts';
import type { Site } from '../../src/domain/site.ts';
import { atEnd } from '../support/at-end.ts';
import type { RestAnswer, TestGateway } from '../support/gateway.ts';
import { type Owner, makeOwner, makeSite } from '../support/makers.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** The arguments that a tool needs beside the site. */
export const REQUIRED: Readonly<Record<string, Arguments>> = {
  explain_bot: { bot_name: 'GPTBot' },
  reach_pages: { state: 'unread' },
};

/** The revisions with a handshake, and the one in which every message names its revision. */
export const ERAS = ['legacy', 'auto'] as const satisfies readonly VersionNegotiationMode[];
export type Era = (typeof ERAS)[number];

/** An account with a key and a site, and an assistant of it. */
export type Assisted = Owner & {
  readonly site: Site;
  readonly client: Client;
  /** Calls a tool about the site. */
  readonly call: (tool: string, args?: Arguments) => Promise<CallToolResult>;
};

export async function makeAssisted(
  gateway: TestGateway,
  { plan = 'pro', era = 'legacy' }: { readonly plan?: Plan; readonly era?: Era } = {},
): Promise<Assisted> {
  const owner = await makeOwner(gateway.db, plan);
  const site = await makeSite(gateway.db, owner.accountId);
  const client = await connect(gateway, owner.key, era);
  const call = (tool: string, args: Arguments = {}) => callTool(client, tool, { site_id: site.id, ...args });
  return { ...owner, site, client, call };
}

/** The client of the protocol's authors, connected to the gateway. */
export async function connect(
  { fetch }: Pick<TestGateway, 'fetch'>,
  key: string,
  era: Era = 'legacy',
): Promise<Client> {
  return connectTo('http://site-traffic.test', key, {
    era,
    fetch: (url, init) => fetch(new Request(url, init)),
  });
}

type Connecting = {
  readonly era: Era;
  readonly fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>;
};

/** The same, connected to a server. */
export async function connectTo(url: string, key: string, { era, fetch }: Connecting): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    ...(fetch && { fetch }),
  });
  atEnd(() => client.close());
  await client.connect(transport);
  return client;
}

export async function callTool(client: Client, name: string, args: Arguments = {}): Promise<CallToolResult> {
  return await client.callTool({ name, arguments: { ...args } });
}

/** What a tool answered. Throws if it refused. */
export function answerOf(result: CallToolResult): Readonly<Record<string, unknown>> {
  if (result.isError === true || result.structuredContent === undefined)
    throw new Error(`refused: ${JSON.stringify(result.content)}`);
  return result.structuredContent as Readonly<Record<string, unknown>>;
}

/** The error object that a tool answered. Throws if it answered anything else. */
export function refusalOf({ isError, content, structuredContent }: CallToolResult): unknown {
  const [block] = content;
  if (isError !== true || structuredContent !== undefined || block?.type !== 'text' || content.length !== 1)
    throw new Error(`not refused: ${JSON.stringify(content)}`);
  return JSON.parse(block.text);
}

/** POST of a body to /mcp, without the client. */
export async function post(
  gateway: TestGateway,
  key: string | undefined,
  body: unknown,
  init: RequestInit = {},
): Promise<RestAnswer> {
  return gateway.rest('/mcp', key, {
    method: 'POST',
    ...init,
    headers: { 'content-type': 'application/json', ...(init.headers as Record<string, string>) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** A request of the revisions with a handshake. */
export function requestOf(id: number, method: string, params: object = {}) {
  return { jsonrpc: '2.0', id, method, params };
}

export function callOf(id: number, name: string, args: Arguments) {
  return requestOf(id, 'tools/call', { name, arguments: args });
}

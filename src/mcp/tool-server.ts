import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import packageJson from '../../package.json' with { type: 'json' };
import { quote } from '../domain/refusal.ts';
import { inert } from './inert.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { listing } from './listing.ts';
import type { Tool } from './tool.ts';
import { TOOLS } from './tools.ts';

const IDENTITY = { name: 'site-traffic', title: 'Site Traffic Analytics', version: packageJson.version };

type CallTool = (tool: Tool, given: Readonly<Record<string, unknown>>) => Promise<CallToolResult>;

/** A server of the protocol for one request. */
export function createToolServer(call: CallTool): Server {
  const server = new Server(IDENTITY, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler('tools/list', () => ({ tools: listing() }));
  server.setRequestHandler('tools/call', ({ params }) => call(findTool(params.name), params.arguments ?? {}));
  return server;
}

/** The protocol wants an error of its own for a name that no tool has. */
function findTool(name: string): Tool {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool !== undefined) return tool;
  const names = TOOLS.map((one) => one.name).join(', ');
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool ${inert(quote(name))}. The tools are ${names}.`,
  );
}

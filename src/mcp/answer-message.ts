import type { Logger } from 'pino';
import type { Arrival, RequestContext } from '../context.ts';
import { inOperation } from '../http/in-operation.ts';
import { callTool } from './call-tool.ts';
import { exchange } from './exchange.ts';
import { createToolServer } from './tool-server.ts';

type Admitted = {
  readonly request: Request;
  readonly message: unknown;
  readonly ctx: RequestContext;
  readonly arrival: Arrival;
  readonly log: Logger;
};

/** Answers a message of an admitted caller: a status, and a JSON text, which is empty for a notification. */
export async function answerMessage({
  request,
  message,
  ctx,
  arrival,
  log,
}: Admitted): Promise<{ status: number; text: string }> {
  const fail = (err: unknown) => log.error({ err, requestId: arrival.requestId }, 'request failed');
  const server = createToolServer((tool, given) =>
    inOperation(arrival, tool.name, () => callTool(tool, { ctx, given, fail })),
  );
  let fault: Error | undefined;
  const response = await exchange({ request, message, server, onError: (error) => (fault = error) });
  if (response.status >= 500) fail(fault);
  return { status: response.status, text: await response.text() };
}

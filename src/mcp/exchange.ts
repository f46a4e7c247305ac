import {
  type Server,
  WebStandardStreamableHTTPServerTransport,
  createMcpHandler,
  isJSONRPCRequest,
  isLegacyRequest,
} from '@modelcontextprotocol/server';

/** Both, since clients send both, and those that do not are answered in JSON all the same. */
const ACCEPTED = 'application/json, text/event-stream';

type Exchange = {
  readonly request: Request;
  /** The body of the request. */
  readonly message: unknown;
  /** Used once: no session outlives a request. */
  readonly server: Server;
  /** Called with what the protocol refuses, and with failures. */
  readonly onError: (error: Error) => void;
};

/**
 * The response to a message, in whichever revision of the protocol it is. It is JSON and complete: as a stream it would
 * begin before anything is done, and neither the log nor the limit on requests under way would know when it ends.
 */
export async function exchange({ request, message, server, onError }: Exchange): Promise<Response> {
  request.headers.set('accept', ACCEPTED);
  if (await isLegacyRequest(request, message)) return answerLegacy(request, message, server);
  const handler = createMcpHandler(() => server, {
    legacy: 'reject',
    // nothing that a client may subscribe to ever changes
    maxSubscriptions: 0,
    onerror: onError,
  });
  return handler.fetch(request, { parsedBody: message });
}

/** The revisions before 2026-07-28, in which a connection would begin with a handshake. */
async function answerLegacy(request: Request, message: unknown, server: Server): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: withoutNotifications(message) });
  } finally {
    await server.close();
  }
}

/** Of a batch, the requests: one that the same batch cancels would never be answered. */
function withoutNotifications(message: unknown): unknown {
  if (!Array.isArray(message) || !message.some(isJSONRPCRequest)) return message;
  return message.filter((one) => isJSONRPCRequest(one));
}

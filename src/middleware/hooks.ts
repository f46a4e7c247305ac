import type { NodeRequest, NodeResponse, SiteTraffic } from './types.ts';
import type { Watch } from './watch.ts';

/** The functions that hosts mount. Each continues with the request at once and returns what the host's handler does. */
export function createHooks(watch: Watch): Omit<SiteTraffic, 'everyServer' | 'close'> {
  return {
    express(request, response, next) {
      watch({ request, response });
      next();
    },
    fastify(request, reply, done) {
      watch({ request: request.raw, response: reply.raw });
      done();
    },
    hono(context, next) {
      const { incoming: request, outgoing: response } = Object(context.env) as NodeBindings;
      watch({ request, response });
      return next();
    },
    node<Request extends NodeRequest, Response extends NodeResponse>(
      handler: (request: Request, response: Response) => unknown,
    ) {
      return function (this: unknown, request: Request, response: Response) {
        watch({ request, response });
        return handler.call(this, request, response);
      };
    },
  };
}

/** If they are missing, the request is reported as unreadable. */
type NodeBindings = { readonly incoming: NodeRequest; readonly outgoing: NodeResponse };

import { guarded } from './guarded.ts';
import type { Settings } from './options.ts';
import type { Problems } from './problems.ts';
import { readArrival } from './request.ts';
import type { NodeRequest, NodeResponse, TrafficRequest } from './types.ts';

/** Watches a request until its response is sent or its client disconnects. Never throws, whatever it is given. */
export type Watch = (exchange: Exchange) => void;

type Exchange = { readonly request: NodeRequest; readonly response: NodeResponse };

/** Passes each watched request to `take` once its response is over. */
export function createWatch(
  { trustProxy, filter, now }: Settings,
  { report }: Problems,
  take: (request: TrafficRequest) => void,
): Watch {
  /** A host may mount several hooks. */
  const watched = new WeakSet<NodeResponse>();
  const unreadable = () => report('UNREADABLE', 'a request could not be read', 1);
  const filterFailed = () => report('FILTER_FAILED', 'filter threw; the request is sent');

  return (exchange) => {
    guarded(() => {
      const { request, response } = exchange;
      if (watched.has(response)) return;
      const arrival = readArrival(request, trustProxy, now());
      const { socket, httpVersionMajor } = request;
      const before = socket.bytesWritten;
      const finish = () => {
        const finished = {
          ...arrival,
          // servers log 499 for a client that disconnects before the response begins
          status: response.headersSent ? response.statusCode : 499,
          bytes: httpVersionMajor === 1 ? socket.bytesWritten - before : undefined,
        };
        if (guarded(() => filter(finished), filterFailed) ?? true) take(finished);
      };
      // Node.js emits it for every response, sent or not.
      response.once('close', () => guarded(finish, unreadable));
      watched.add(response);
    }, unreadable);
  };
}

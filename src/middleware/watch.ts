import { guarded } from './guarded.ts';
import type { Settings } from './options.ts';
import type { Problems } from './problems.ts';
import { readArrival } from './request.ts';
import type { NodeRequest, NodeResponse, TrafficRequest } from './types.ts';

/** Watches a request until its answer was sent or its client has gone. Never throws. */
export type Watch = (request: NodeRequest, response: NodeResponse) => void;

/** The status that servers log for a client that left before its answer began. */
const CLIENT_LEFT = 499;

/** Hands each watched request to `take`, once. */
export function createWatch(
  { trustProxy, filter, now }: Settings,
  { tell }: Problems,
  take: (request: TrafficRequest) => void,
): Watch {
  /** A host may mount more than one hook. */
  const counted = new WeakSet<NodeResponse>();
  const unreadable = () => tell('UNREADABLE', 'a request could not be read', 1);
  const filterFailed = () => tell('FILTER_FAILED', 'filter threw; the request is sent');

  return (request, response) => {
    guarded(() => {
      const arrival = readArrival(request, trustProxy, now());
      const finish = () => {
        if (counted.has(response)) return;
        counted.add(response);
        const status = response.headersSent ? response.statusCode : CLIENT_LEFT;
        const finished = { ...arrival, status };
        if (guarded(() => filter(finished), filterFailed) ?? true) take(finished);
      };
      const over = () => guarded(finish, unreadable);
      response.once('finish', over);
      response.once('close', over);
    }, unreadable);
  };
}

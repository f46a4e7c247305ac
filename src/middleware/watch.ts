import { guarded } from './guarded.ts';
import type { Settings } from './options.ts';
import type { Problems } from './problems.ts';
import { readArrival } from './request.ts';
import type { NodeRequest, NodeResponse, TrafficRequest } from './types.ts';

/** Watches a request until its response is sent or its client disconnects. Never throws. */
export type Watch = (request: NodeRequest, response: NodeResponse) => void;

/** The status that servers log for a client that disconnects before the response begins. */
const CLIENT_LEFT = 499;

/** Passes each watched request to `take`, once. */
export function createWatch(
  { trustProxy, filter, now }: Settings,
  { report }: Problems,
  take: (request: TrafficRequest) => void,
): Watch {
  /** A host may mount several hooks. */
  const counted = new WeakSet<NodeResponse>();
  const unreadable = () => report('UNREADABLE', 'a request could not be read', 1);
  const filterFailed = () => report('FILTER_FAILED', 'filter threw; the request is sent');

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

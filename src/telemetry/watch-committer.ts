import type { Committer } from '../operations/recording/committer.ts';
import type { Metrics } from './metrics.ts';

/** The committer, whose queue and whose recorded events are shown. */
export function watchCommitter(committer: Committer, metrics: Metrics): Committer {
  let requests = 0;
  let waitingEvents = 0;
  metrics.gauge({
    name: 'site_traffic_collector_queue_requests',
    help: 'Collected requests that wait to be recorded or are being recorded.',
    join: 'sum',
    observe: () => requests,
  });
  metrics.gauge({
    name: 'site_traffic_collector_queue_events',
    help: 'Their events.',
    join: 'sum',
    observe: () => waitingEvents,
  });
  return {
    async record(request) {
      requests += 1;
      waitingEvents += request.events.length;
      const outcome = await committer.record(request);
      requests -= 1;
      waitingEvents -= request.events.length;
      if (outcome.kind === 'stored') for (const { type } of request.events) metrics.countRecorded(type);
      return outcome;
    },
  };
}

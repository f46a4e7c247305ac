import type { Lag } from '../domain/followed-log.ts';
import type { Metrics } from './metrics.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** Less than the primary process waits for the metrics of a worker. */
const LOOK_WITHIN_MS = 500;

/** Shows how far the followers of logs are. It is NaN while that cannot be found, such as without the database. */
export function watchFollowers(findLag: () => Promise<Lag>, { gauge }: Pick<Metrics, 'gauge'>): void {
  // a database that hangs is not asked again at each scrape
  const look = oneAtATime(findLag);
  gauge({
    name: 'site_traffic_follower_lag_bytes',
    help: 'What the follower that is furthest behind has not recorded; 0 if no log is followed.',
    join: 'max',
    observe: () => orNaN(look, ({ bytesBehind }) => bytesBehind ?? 0),
  });
  gauge({
    name: 'site_traffic_follower_seen_timestamp_seconds',
    help: 'When the follower that has been silent for longest last reported; 0 if no log is followed.',
    join: 'max',
    observe: () => orNaN(look, ({ seenAtMs }) => (seenAtMs ?? 0) / 1000),
  });
}

/** Whoever reads the metrics has to see the others, and soon, above all while the database does not answer. */
async function orNaN(look: () => Promise<Lag>, valueOf: (lag: Lag) => number): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(resolve, LOOK_WITHIN_MS, NaN);
  });
  const found = look().then(valueOf, () => NaN);
  return Promise.race([found, late]).finally(() => {
    clearTimeout(timer);
  });
}

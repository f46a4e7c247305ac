import type { Metrics } from './metrics.ts';

/** How far the followers of logs are; null where no log is followed. */
type Lag = { readonly bytesBehind: number | null; readonly seenAtMs: number | null };

/** Shows how far the followers of logs are. It is NaN while that cannot be found, such as without the database. */
export function watchFollowers(findLag: () => Promise<Lag>, { gauge }: Pick<Metrics, 'gauge'>): void {
  gauge({
    name: 'site_traffic_follower_lag_bytes',
    help: 'What the follower that is furthest behind has not recorded; 0 if no log is followed.',
    join: 'max',
    observe: () => orNaN(findLag, ({ bytesBehind }) => bytesBehind ?? 0),
  });
  gauge({
    name: 'site_traffic_follower_seen_timestamp_seconds',
    help: 'When the follower that has been silent for longest last reported; 0 if no log is followed.',
    join: 'max',
    observe: () => orNaN(findLag, ({ seenAtMs }) => (seenAtMs ?? 0) / 1000),
  });
}

/** Whoever reads the metrics has to see the others, above all then. */
async function orNaN(findLag: () => Promise<Lag>, valueOf: (lag: Lag) => number): Promise<number> {
  return findLag().then(valueOf, () => NaN);
}

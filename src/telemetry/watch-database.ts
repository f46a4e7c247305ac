import type { Database } from '../database/database.ts';
import type { Metrics } from './metrics.ts';

/** Shows how busy the connections to the database are. */
export function watchDatabase({ reads }: Pick<Database, 'reads'>, { gauge }: Metrics): void {
  gauge({
    name: 'site_traffic_database_pool_connections',
    help: 'Connections for writes and long reads, by state.',
    join: 'sum',
    label: 'state',
    observe: () => {
      const { open, idle } = reads.load().pool;
      return { busy: open - idle, idle };
    },
  });
  gauge({
    name: 'site_traffic_database_pool_waiting',
    help: 'Callers that wait for one of these connections.',
    join: 'sum',
    observe: () => reads.load().pool.waiting,
  });
  gauge({
    name: 'site_traffic_database_lane_reads',
    help: 'Reads under way on the connections that short reads share.',
    join: 'sum',
    label: 'lane',
    observe: () => reads.load().lanes,
  });
}

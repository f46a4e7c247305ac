import { join } from 'node:path';
import type { BenchSite } from './dataset.ts';
import type { GrowthPoint, GrowthSeries } from './growth.ts';
import { applyLoad } from './load.ts';
import { memoryMb } from './processes.ts';
import { writeRequests } from './request.ts';
import { daysOf, graphqlOverview, mostDays, restEvents, restStats, restTimeseries } from './requests.ts';
import type { BenchServer } from './servers.ts';
import { median, spread } from './statistics.ts';

const MINUTE_SECONDS = 60;
const SAMPLE_EVERY_MS = 1_000;

/** A server's memory, minute by minute, under a mix of all workloads. `note` receives each minute's requests. */
export async function measureEndurance(
  server: BenchServer,
  crowd: readonly BenchSite[],
  { minutes, folder, note }: { minutes: number; folder: string; note: (requests: number) => void },
): Promise<GrowthSeries> {
  const file = join(folder, 'requests-mixed');
  writeRequests(
    file,
    crowd.flatMap((site, index) => [
      restStats(site, daysOf(7, index)),
      restTimeseries(site, daysOf(90)),
      restEvents(site, mostDays(index), { limit: 100 }),
      graphqlOverview(site, daysOf(7, index)),
    ]),
  );
  const points: GrowthPoint[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const samples: number[] = [];
    const sampling = setInterval(() => samples.push(memoryMb(server.pid).now), SAMPLE_EVERY_MS);
    try {
      const load = { url: server.url, file, connections: 16, seconds: MINUTE_SECONDS };
      note((await applyLoad(load)).requests);
    } finally {
      clearInterval(sampling);
    }
    points.push({ size: minute, cost: median(samples), spread: spread(samples) });
  }
  return { name: 'memory under load', size: 'minutes', unit: 'MB', points };
}

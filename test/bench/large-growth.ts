import type { GrowthSeries } from './growth.ts';
import type { LargeData } from './large-data.ts';
import { type LargeStage, lastDays, withoutUpkeep } from './large-stage.ts';
import { timeMs } from './growth.ts';
import { cpuUs } from './processes.ts';
import { progress } from './progress.ts';
import type { PreparedRequest } from './request.ts';
import {
  graphqlCompanies,
  graphqlFilteredEvents,
  graphqlPages,
  restStats,
  restTimeseries,
} from './requests.ts';
import { median, spread } from './statistics.ts';

type Cost = { readonly ms: readonly number[]; readonly cpuMs: number };

/** What the reports of the largest site cost in one database; a report that fails is left out. */
export type ReportCosts = { readonly events: number; readonly costs: ReadonlyMap<string, Cost> };

const TIMES = 20;

function reports(data: LargeData): ReadonlyMap<string, PreparedRequest> {
  const { largest: site, small } = data;
  const [quarter, year] = [lastDays(data, 90), lastDays(data, 365)];
  return new Map([
    ['stats over 90 days', restStats(site, quarter)],
    ['stats over 365 days', restStats(site, year)],
    ['stats over 365 days of a small site', restStats(small, year)],
    ['timeseries over 365 days', restTimeseries(site, year)],
    ['companies over 365 days', graphqlCompanies(site, year)],
    ['pages over 90 days', graphqlPages(site, quarter)],
    ['pages over 365 days', graphqlPages(site, year)],
    ['100 events', graphqlFilteredEvents(site, year)],
  ]);
}

/** Measures each report as the client sees it, and the CPU time that server and PostgreSQL take for it. */
export async function measureReports(stage: LargeStage): Promise<ReportCosts> {
  const { postgresPid, data } = stage;
  progress(`large: reports, ${data.events.toLocaleString('en')} events`);
  const costs = new Map<string, Cost>();
  await withoutUpkeep(stage, async ({ server, client }) => {
    const spentUs = () => cpuUs(server.pid) + cpuUs(postgresPid);
    for (const [name, request] of reports(data)) {
      try {
        await timeMs(client, request);
        const fromUs = spentUs();
        const ms: number[] = [];
        for (let time = 0; time < TIMES; time += 1) ms.push(await timeMs(client, request));
        costs.set(name, { ms, cpuMs: (spentUs() - fromUs) / 1_000 / TIMES });
      } catch (error) {
        progress(`large: ${name} failed: ${String(error)}`);
      }
    }
  });
  return { events: data.events, costs };
}

/** One series of times and one of CPU times for each report, over the sizes of the databases. */
export function growthOfReports(sizes: readonly ReportCosts[]): readonly GrowthSeries[] {
  const names = new Set(sizes.flatMap(({ costs }) => [...costs.keys()]));
  const series = (
    name: string,
    pointOf: (cost: Cost) => Pick<GrowthSeries['points'][number], 'cost' | 'spread'>,
  ) => ({
    name,
    size: 'events of the database',
    unit: 'ms' as const,
    points: sizes.flatMap(({ events, costs }) => {
      const cost = costs.get(name.replace(OF_CPU, ''));
      return cost === undefined ? [] : [{ size: events, ...pointOf(cost) }];
    }),
  });
  return [...names].flatMap((name) => [
    series(name, ({ ms }) => ({ cost: median(ms), spread: spread(ms) })),
    series(name + OF_CPU, ({ cpuMs }) => ({ cost: cpuMs, spread: [cpuMs, cpuMs] })),
  ]);
}

const OF_CPU = ', CPU';

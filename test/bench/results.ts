import type { ColdStartResult } from './cold-start.ts';
import type { RoundsResult } from './comparisons.ts';
import type { DrainResult } from './drain.ts';
import type { DryRunResult } from './dry-run.ts';
import type { GrowthSeries } from './growth.ts';
import type { HotSiteResult } from './hot-site.ts';
import type { InsightLine } from './insight-line.ts';
import type { LargeLine } from './large-line.ts';
import type { ImportResult } from './log-import.ts';
import type { Machine } from './machine.ts';
import type { RecordingResult } from './recording.ts';
import type { RestingResult } from './resting.ts';
import type { RollupResult } from './rollup.ts';
import type { ServerName } from './servers.ts';
import type { StreamingResult } from './streaming.ts';
import type { LookupTimes } from './verdict-lookup.ts';
import type { WorkersResult } from './workers.ts';

export type ServerMemory = {
  readonly name: ServerName;
  readonly idleMb: number;
  readonly afterMb: number;
  readonly highestMb: number;
};

/** All results of a run. What was left out is empty or undefined. */
export type Results = RoundsResult & {
  readonly machine: Machine;
  readonly quick: boolean;
  readonly tookSeconds: number;
  readonly equalAnswers: number;
  readonly memory: readonly ServerMemory[];
  readonly growth: readonly GrowthSeries[];
  readonly insight: readonly InsightLine[];
  readonly lookups: readonly LookupTimes[];
  readonly large: readonly LargeLine[];
  readonly rollup: RollupResult | undefined;
  readonly recording: readonly RecordingResult[];
  readonly hotSite: readonly HotSiteResult[];
  readonly dryRun: DryRunResult | undefined;
  readonly imports: readonly ImportResult[];
  readonly drain: DrainResult | undefined;
  readonly streaming: readonly StreamingResult[];
  readonly workers: readonly WorkersResult[];
  readonly coldStart: ColdStartResult | undefined;
  readonly resting: RestingResult | undefined;
};

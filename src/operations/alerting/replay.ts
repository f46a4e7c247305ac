import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { NewAlert } from '../../domain/alert.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import type { Site } from '../../domain/site.ts';
import { DAY_MS, EARLIEST_MS, HOUR_MS } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { listRecordedHoursOf } from '../../queries/busy-hours.ts';
import { countStretches } from './counting.ts';
import { decidedOf } from './decided.ts';
import { KEEP_DAYS, asKnown } from './deep-look.ts';
import { namedBy } from './named.ts';
import { listNewOnSites, newBotsAlert } from './new-bots.ts';
import { alertOf } from './raising.ts';
import { type Decided, NOTHING_DECIDED } from './sensitivity.ts';
import { type Finding, type KnownAlert, createSiteJudge } from './site-judge.ts';
import { gapsOf, hoursOfDays, seriesOf } from './site-series.ts';

type Replaying = { readonly db: Database; readonly catalogue: Catalogue; readonly nowMs: number };

/**
 * What would have been raised of a site in the hours of a range, by the events that are recorded now, oldest first: all but
 * QUOTA and the silence of sources. It writes nothing.
 */
export async function replayAlerts(
  { db, catalogue, nowMs }: Replaying,
  site: Site,
  range: TimeRange,
): Promise<readonly NewAlert[]> {
  const decided = {
    ...NOTHING_DECIDED,
    sensitivities: (await decidedOf(db, [site], nowMs))(site).sensitivities,
  };
  const untilMs = Math.min(range.untilMs, Math.floor(nowMs / HOUR_MS) * HOUR_MS);
  if (untilMs <= range.fromMs) return [];
  const known = { fromMs: Math.max(EARLIEST_MS, range.fromMs - KEEP_DAYS * DAY_MS), untilMs };
  const days = await countStretches(db, await listRecordedHoursOf(db, site.id, known));
  const hours = hoursOfDays(known);
  const judge = createSiteJudge(
    seriesOf(days, hours, namedBy(catalogue)),
    gapsOf(days, hours, untilMs / HOUR_MS),
  );
  const raised = new Set<string>();
  const alerts: NewAlert[] = [];
  const unusual = judgeHours(judge, { fromMs: range.fromMs, untilMs }, decided);
  for (const { finding, until, overMs } of unusual) {
    const alert = await alertOf(db, site.id, finding, until);
    alerts.push({ ...alert, untilMs: overMs() });
  }
  for (let dayMs = range.fromMs + DAY_MS; dayMs <= untilMs; dayMs += DAY_MS) {
    const seen = await listNewOnSites(db, [site.id], dayMs);
    const alert = newBotsAlert(seen, raised, decided, { atMs: dayMs, untilMs: dayMs });
    if (alert === undefined) continue;
    alerts.push(alert);
    for (const name of alert.subjects) raised.add(name);
  }
  return alerts.toSorted((one, other) => one.atMs - other.atMs);
}

type Judged = {
  readonly finding: Finding;
  readonly until: number;
  /** When it was over; null if it still went on. */
  readonly overMs: () => number | null;
};

function judgeHours(
  judge: ReturnType<typeof createSiteJudge>,
  { fromMs, untilMs }: TimeRange,
  decided: Decided,
): readonly Judged[] {
  const known: KnownAlert[] = [];
  const found: Judged[] = [];
  for (let until = fromMs / HOUR_MS + 1; until <= untilMs / HOUR_MS; until++) {
    const judged = judge.judge(until, known, decided);
    for (const { alert, untilMs: overMs } of judged.over)
      known[known.indexOf(alert)] = { ...alert, untilMs: overMs };
    for (const finding of judged.begun) {
      const place = known.push(asKnown(finding)) - 1;
      found.push({ finding, until, overMs: () => known[place]?.untilMs ?? null });
    }
  }
  return found;
}

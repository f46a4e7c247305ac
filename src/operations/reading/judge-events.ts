import type { RequestContext } from '../../context.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import type { BriefEvent } from '../../domain/event.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { listReadings } from '../../queries/visits-to-judge.ts';
import { type VisitJudgement, createVisitJudge } from '../../robots/judge-visit.ts';
import { createPauses } from '../pauses.ts';
import { withDayBefore } from '../judging/changes.ts';
import { robotsOf } from '../judging/parsed-robots.ts';
import { judgedUntil } from './judged-until.ts';

export type ObedienceState = VisitJudgement['state'];

type StoredVisit = Extract<BriefEvent, { readonly type: 'bot' }>;

/** What the visits among some events are by robots.txt, by their ids; those that are not judged yet are left out. */
export async function judgeEvents(
  { db, catalogue, nowMs }: RequestContext,
  site: AccessibleSite<'view'>,
  events: readonly BriefEvent[],
): Promise<ReadonlyMap<number, ObedienceState>> {
  const all = events.filter((event): event is StoredVisit => event.type === 'bot');
  if (all.length === 0) return new Map();
  const { atMs, untilDayMs, versions } = await judgedUntil(db, site, nowMs);
  const visits = all.filter(({ createdAtMs }) => atMs !== null && createdAtMs < Math.min(atMs, untilDayMs));
  const robots = await robotsOf(db, catalogue, versions, rangeOf(visits));
  const pause = createPauses();
  const states = new Map<number, ObedienceState>();
  for (const [name, ofBot] of groupBy(visits, ({ botName }) => botName)) {
    const judgeOf = robots.judgesOf(name);
    const readings = judgeOf ? await listReadings(db, site.id, [name], withDayBefore(rangeOf(ofBot))) : [];
    const judge = createVisitJudge(versions, readings, { judgeOf, pause });
    for (const { id, createdAtMs, pagePath } of ofBot) {
      states.set(id, (await judge(createdAtMs, pagePath)).state);
      const pausing = pause();
      if (pausing) await pausing;
    }
  }
  return states;
}

function rangeOf(visits: readonly StoredVisit[]): TimeRange {
  const times = visits.map(({ createdAtMs }) => createdAtMs);
  return { fromMs: Math.min(...times), untilMs: Math.max(...times) + 1 };
}

import { findTakenKeys } from '../../queries/collected-requests.ts';
import { reserve } from './quota.ts';
import type { Recorder } from './record-events.ts';
import { type Decisions, type Group, decideEach, hasKeyIn, needsRoom } from './site-request.ts';

type QuotaParts = Pick<Recorder, 'db' | 'plans'>;

/** Takes room for all of the requests together, or else for one after the other. Decides nothing. */
export async function reserveRoom(
  parts: QuotaParts,
  { site: { accountId }, plan, nowMs, pending }: Group,
): Promise<Decisions> {
  const take = (events: number) => reserve(parts, { accountId, plan }, events, nowMs);
  const needy = pending.filter(needsRoom);
  const sum = needy.reduce((events, { request }) => events + request.events.length, 0);
  const together = needy.length > 1 ? await take(sum) : undefined;
  for (const one of needy) {
    const events = one.request.events.length;
    one.reservation = together ? { ...together, events } : await take(events);
  }
  return new Map();
}

/**
 * Refuses the requests that got no room, except those whose key another process has just stored. A request for which
 * another process has reserved room, and stored nothing yet, is refused all the same.
 */
export async function refuseWithoutRoom(
  { db }: QuotaParts,
  { site, nowMs, pending }: Group,
): Promise<Decisions> {
  const requests = pending.map(({ request }) => request).filter(({ idempotency }) => idempotency);
  const taken =
    requests.length > 0 ? await findTakenKeys(db, { siteId: site.id, nowMs, requests }) : new Set<string>();
  return decideEach(pending, (one) => (hasKeyIn(one, taken) ? 'undecided' : { kind: 'over-quota' }));
}

import { findTakenKeys } from '../../queries/collected-requests.ts';
import { findRecorded } from '../../queries/usage.ts';
import { reserve } from './quota.ts';
import type { HeldRoom } from './held-room.ts';
import type { Recorder } from './record-events.ts';
import { type Decisions, type Group, type Pending, decideEach, hasKeyIn, needsRoom } from './site-request.ts';
import { storeInLastRoom } from './store-group.ts';

type QuotaParts = Pick<Recorder, 'db' | 'plans'>;

type LastRoomParts = Pick<Recorder, 'db' | 'slot' | 'plans' | 'attribution'> & {
  readonly heldRoom: HeldRoom;
};

/** Takes room for all of the requests together, or else for one after the other. */
export async function reserveRoom(
  parts: QuotaParts,
  { site: { accountId }, plan, nowMs, pending }: Group,
): Promise<void> {
  const take = (events: number) => reserve(parts, { accountId, plan }, events, nowMs);
  const needy = pending.filter(needsRoom);
  const sum = needy.reduce((events, { request }) => events + request.events.length, 0);
  const together = needy.length > 1 ? await take(sum) : undefined;
  for (const one of needy) {
    const events = one.request.events.length;
    one.reservation = together ? { ...together, events } : await take(events);
  }
}

/**
 * Decides the requests that got no room. What others have reserved and not recorded yet does not count: they may never
 * record it, or their request may be the same as this one. So a request is refused only if what is recorded leaves no
 * room for it, and the requests with its key, which find no more room than it did, are refused as well.
 */
export async function decideWithoutRoom(parts: LastRoomParts, group: Group): Promise<Decisions> {
  const { db, plans } = parts;
  const { site, plan, nowMs, pending } = group;
  const limit = plans[plan].eventsPerMonth;
  // before the keys are looked up: the key of what is counted here is stored
  const recorded = await findRecorded(db, site.accountId, nowMs);
  const fitting = firstThatFit(pending, limit - recorded);
  if (fitting.length === 0) return refuse(parts, group);
  const decisions = await storeInLastRoom(parts, { ...group, pending: fitting }, limit);
  return decideEach(pending, (one) => decisions.get(one) ?? 'undecided');
}

function firstThatFit(pending: readonly Pending[], room: number): readonly Pending[] {
  let left = room;
  return pending.filter(({ request: { events } }) => {
    const fits = events.length <= left;
    if (fits) left -= events.length;
    return fits;
  });
}

/** Refuses requests, except those whose key another process has just stored, or is storing. */
async function refuse({ db }: QuotaParts, { site, nowMs, pending }: Group): Promise<Decisions> {
  const requests = pending.map(({ request }) => request);
  const taken = await findTakenKeys(db, { siteId: site.id, nowMs, requests });
  return decideEach(pending, (one) => (hasKeyIn(one, taken) ? 'undecided' : { kind: 'over-quota' }));
}

import { DAY_MS, startOfMonth } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { type CollectedRequest, findTakenKeys } from '../../queries/collected-requests.ts';
import { type Reservation, giveBack } from './quota.ts';
import type { Group, RequestOutcome, Pending } from './site-request.ts';

/** A request with its outcome, and the room that its events hold. */
type Settled = Pick<Pending, 'request' | 'reservation'> & { readonly outcome: RequestOutcome };

/** Gives room back, and holds what cannot be given back yet because the database is away. */
export type HeldRoom = {
  /** Gives back the room of those settled requests that are not stored. Never throws. */
  release(settled: readonly Settled[]): Promise<void>;
  /** Gives back what is held for a site. Throws if the database is still away. */
  releaseHeld(group: Pick<Group, 'site' | 'nowMs'>): Promise<void>;
};

type Held = {
  readonly siteId: string;
  readonly reservation: Reservation;
  /** A request that may be stored: its key shows whether it is. Undefined if nothing is stored for certain. */
  readonly mayBeStored: CollectedRequest | undefined;
};

/** More than a process writes in the moment in which its database goes away. */
const MAX_HELD = 10_000;

/** Makes the held room of a process. It is lost with the process, and counts as used from then on. */
export function createHeldRoom(db: Database): HeldRoom {
  let held: readonly Held[] = [];

  async function giveBackAll(unused: readonly Held[]): Promise<void> {
    for (const one of sumByMonth(unused)) if (!(await giveBack(db, one.reservation))) hold([one]);
  }

  function hold(more: readonly Held[]): void {
    if (more.length > 0) held = [...held, ...more].slice(-MAX_HELD);
  }

  return {
    async release(settled) {
      const room = settled.flatMap(roomToRelease);
      hold(room.filter(({ mayBeStored }) => mayBeStored));
      await giveBackAll(room.filter(({ mayBeStored }) => !mayBeStored));
    },
    async releaseHeld({ site: { id: siteId }, nowMs }) {
      const ofSite = held.filter((one) => one.siteId === siteId);
      const requests = ofSite.flatMap(({ mayBeStored }) => mayBeStored ?? []);
      const taken = await findTakenKeys(db, { siteId, nowMs, requests });
      held = held.filter((one) => !ofSite.includes(one));
      await giveBackAll(ofSite.filter((one) => isUnused(one, taken, nowMs)));
    },
  };
}

/** Gives back the room of requests that are certainly not stored and will be tried again. */
export async function releaseAll(
  heldRoom: HeldRoom,
  pending: readonly Pending[],
  cause: unknown,
): Promise<void> {
  const outcome = { kind: 'failed', cause } as const;
  await heldRoom.release(pending.map((one) => ({ ...one, outcome })));
  for (const one of pending) one.reservation = undefined;
}

/** What is stored uses its room. What may be stored without a key is never found out, and keeps it. */
function roomToRelease({ request, reservation, outcome }: Settled): readonly Held[] {
  if (reservation === undefined || outcome.kind === 'stored') return [];
  const isUnsure = outcome.kind === 'unknown';
  if (isUnsure && request.idempotency === undefined) return [];
  return [{ siteId: request.site.id, reservation, mayBeStored: isUnsure ? request : undefined }];
}

/** After a day, a free key proves nothing any more: stored keys are forgotten, too. */
function isUnused({ mayBeStored, reservation }: Held, taken: ReadonlySet<string>, nowMs: number): boolean {
  if (mayBeStored?.idempotency === undefined) return true;
  return !taken.has(mayBeStored.idempotency.keyHash) && nowMs - reservation.nowMs < DAY_MS;
}

/** One reservation a month, epoch and incarnation, so that a large group is given back in one statement. All are of one site. */
function sumByMonth(room: readonly Held[]): readonly Held[] {
  const months = new Map<string, Held>();
  for (const one of room) {
    const { nowMs, epoch, incarnation } = one.reservation;
    const month = `${startOfMonth(nowMs)} ${epoch} ${incarnation}`;
    const events = one.reservation.events + (months.get(month)?.reservation.events ?? 0);
    months.set(month, { ...one, reservation: { ...one.reservation, events } });
  }
  return [...months.values()];
}

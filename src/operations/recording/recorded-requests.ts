import { hasDigest } from '../../domain/event.ts';
import type { Database } from '../../database/database.ts';
import { RequestsTaken, findTakenDigests } from '../../queries/request-digests.ts';
import { leaveOutRepeats } from '../../recording/repeated-requests.ts';
import { type HeldRoom, releaseAll } from './held-room.ts';
import type { Decisions, Group, Pending } from './site-request.ts';

type Parts = { readonly db: Database; readonly heldRoom: HeldRoom };

/**
 * Leaves out the events of requests that are recorded in the site, by their ids. It decides nothing: the rest may be recorded.
 * For requests without ids it asks nothing.
 */
export async function leaveOutRecorded(
  { db, heldRoom }: Parts,
  { site, pending }: Group,
): Promise<Decisions> {
  const withIds = pending.filter(({ request }) => request.events.some(hasDigest));
  if (withIds.length > 0) {
    const events = withIds.flatMap(({ request }) => request.events);
    const taken = await findTakenDigests(db, site.id, events);
    const changed = withIds.filter((one) => leaveOut(one, taken));
    // an earlier try may have taken room for all of them
    await releaseAll(heldRoom, changed, new RequestsTaken());
  }
  return new Map();
}

/** True if there was something to leave out. */
function leaveOut(one: Pending, taken: ReadonlySet<string>): boolean {
  const { request } = one;
  const { events, repeats } = leaveOutRepeats(request.events, taken);
  if (repeats === 0) return false;
  one.request = { ...request, events, passedOver: request.passedOver + repeats };
  return true;
}

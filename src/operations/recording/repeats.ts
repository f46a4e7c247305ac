import { hasDigest } from '../../domain/event.ts';
import type { Database } from '../../database/database.ts';
import { type RecordedRequest, findCollected } from '../../queries/collected-requests.ts';
import { type Decisions, type Group, type RequestOutcome, type Pending, decideEach } from './site-request.ts';

/** Answers the requests that repeat a stored one. They need no room, so this comes before the quota. */
export async function answerRepeats(
  { db }: { readonly db: Database },
  { site, pending }: Group,
): Promise<Decisions> {
  const keyHashes = pending.flatMap(({ request }) => request.idempotency?.keyHash ?? []);
  if (keyHashes.length === 0) return new Map();
  const stored = await findCollected(db, { siteId: site.id, keyHashes });
  return decideEach(pending, ({ request: { idempotency } }) => {
    const first = idempotency && stored.get(idempotency.keyHash);
    return first && repeatOf(first, idempotency.bodyHash);
  });
}

function repeatOf({ bodyHash, recorded, passedOver }: RecordedRequest, repeatedHash: string): RequestOutcome {
  return bodyHash === repeatedHash ? { kind: 'replayed', recorded, passedOver } : { kind: 'key-reused' };
}

/** Answers the requests that record nothing. They store no row: a repeat of one records nothing either. */
export function answerEmpty(_: unknown, { pending }: Group): Decisions {
  return decideEach(pending, ({ request: { events, passedOver } }) =>
    events.length === 0 ? { kind: 'stored', recorded: 0, passedOver } : undefined,
  );
}

/**
 * Puts off the requests whose key, or one of whose ids of requests, an earlier one of the group has: what becomes of that one
 * decides about them.
 */
export function postponeTwins(_: unknown, { pending }: Group): Decisions {
  const seen = new Set<string>();
  return decideEach(pending, ({ request: { idempotency, events } }: Pending) => {
    const marks = idempotency === undefined ? [] : [`key ${idempotency.keyHash}`];
    for (const event of events) if (hasDigest(event)) marks.push(event.requestDigest);
    const isTwin = marks.some((mark) => seen.has(mark));
    for (const mark of marks) seen.add(mark);
    return isTwin ? 'undecided' : undefined;
  });
}

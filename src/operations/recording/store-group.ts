import type { NewEvent } from '../../domain/event.ts';
import type { Database } from '../../database/database.ts';
import { CommitUnknown } from '../../database/transaction.ts';
import { NoRoom, findTakenKeys, recordInLastRoom, recordRequests } from '../../queries/collected-requests.ts';
import { SiteGone } from '../../domain/site.ts';
import { SecretsReplaced } from '../../queries/landing-statements.ts';
import { ReservationVoid } from '../../queries/record-events.ts';
import { RequestsTaken } from '../../queries/request-digests.ts';
import { NO_ATTRIBUTION } from './attribution.ts';
import { type HeldRoom, releaseAll } from './held-room.ts';
import type { Recorder } from './record-events.ts';
import { answerRepeats } from './repeats.ts';
import {
  type RequestDecision,
  type Decisions,
  type Group,
  type Pending,
  decideEach,
  hasKeyIn,
  needsRoom,
} from './site-request.ts';

type StoreParts = Pick<Recorder, 'db' | 'slot' | 'attribution'> & { readonly heldRoom: HeldRoom };

/** How requests are recorded in one transaction. */
type WriteParts = StoreParts & { readonly recordTogether: typeof recordRequests };

/** What became of the transaction of a group. */
type Written =
  /** With the keys that were free. */
  | { readonly kind: 'committed'; readonly freeKeys: ReadonlySet<string> }
  | { readonly kind: 'rolled-back'; readonly cause: unknown }
  /** The commit was lost on its way, and certainly had no effect. */
  | { readonly kind: 'commit-lost'; readonly cause: unknown }
  | { readonly kind: 'unknown'; readonly cause: CommitUnknown };

/** Stores the requests that have the room they need. */
export async function storeWithRoom(parts: StoreParts, group: Group): Promise<Decisions> {
  const pending = group.pending.filter((one) => !needsRoom(one));
  const writeParts = { ...parts, recordTogether: recordRequests };
  return pending.length > 0 ? store(writeParts, { ...group, pending }) : new Map();
}

/** Stores requests in what the month has left beside all that is recorded, even if others have reserved it. */
export async function storeInLastRoom(parts: StoreParts, group: Group, limit: number): Promise<Decisions> {
  const { accountId } = group.site;
  const recordTogether: typeof recordRequests = (db, batch) =>
    recordInLastRoom(db, batch, { accountId, limit });
  return store({ ...parts, recordTogether }, group);
}

async function store(parts: WriteParts, group: Group): Promise<Decisions> {
  const written = await write(parts, group);
  switch (written.kind) {
    case 'committed':
      return decideEach(group.pending, (one) => decideStored(one, written.freeKeys));
    case 'rolled-back':
    case 'commit-lost':
      return afterRollback(parts, group, written.cause);
    case 'unknown':
      return afterUnknownCommit(parts, group, written.cause);
  }
}

/** One transaction, and a second one if the commit of the first was lost. */
async function write(parts: WriteParts, group: Group): Promise<Written> {
  const first = await writeOnce(parts, group);
  return first.kind === 'commit-lost' ? writeOnce(parts, group) : first;
}

async function writeOnce(parts: WriteParts, group: Group): Promise<Written> {
  const { db, slot, attribution = NO_ATTRIBUTION, recordTogether } = parts;
  const { site, nowMs, pending } = group;
  const requests = pending.map(({ request, reservation }) => ({ ...request, reservation }));
  try {
    const attributing = await attribution.begin(site.id, eventsOf(pending));
    const batch = { siteId: site.id, slot, nowMs, requests, attributing };
    const freeKeys = await recordTogether(db, batch);
    attribution.remember(site.id, eventsOf(pending.filter((one) => isWon(one, freeKeys))));
    return { kind: 'committed', freeKeys };
  } catch (cause) {
    if (!(cause instanceof CommitUnknown)) return { kind: 'rolled-back', cause };
    const isUndone = await leftKeyFree(db, group).catch(() => false);
    return isUndone ? { kind: 'commit-lost', cause: cause.cause } : { kind: 'unknown', cause };
  }
}

/** A committed transaction leaves no key of its requests free: they are taken by it, or were before. */
async function leftKeyFree(db: Database, { site, nowMs, pending }: Group): Promise<boolean> {
  const keyed = pending.filter(({ request }) => request.idempotency);
  const requests = keyed.map(({ request }) => request);
  const taken = await findTakenKeys(db, { siteId: site.id, nowMs, requests });
  return !keyed.every((one) => hasKeyIn(one, taken));
}

/** A request whose key another process took meanwhile is a repeat of that one, to be answered with the next group. */
function decideStored(one: Pending, freeKeys: ReadonlySet<string>): RequestDecision {
  const { events, passedOver } = one.request;
  if (!isWon(one, freeKeys)) return 'undecided';
  return { kind: 'stored', recorded: events.length, passedOver };
}

function isWon(one: Pending, freeKeys: ReadonlySet<string>): boolean {
  return one.request.idempotency === undefined || hasKeyIn(one, freeKeys);
}

function eventsOf(pending: readonly Pending[]): readonly NewEvent[] {
  return pending.flatMap(({ request }) => request.events);
}

/** After a failure that may be the fault of one request, each is stored by itself. */
async function afterRollback(parts: WriteParts, group: Group, cause: unknown): Promise<Decisions> {
  if (cause instanceof SiteGone) return decideEach(group.pending, () => ({ kind: 'site-gone' }));
  if (cause instanceof NoRoom) return decideEach(group.pending, () => 'undecided');
  if (cause instanceof SecretsReplaced) return renewSecrets(parts, group);
  if (isOvertaken(cause)) return reserveAgain(parts, group, cause);
  if (group.pending.length === 1 || !mayBeOfOne(cause))
    return decideEach(group.pending, () => ({ kind: 'failed', cause }));
  const decisions = new Map<Pending, RequestDecision>();
  for (const one of group.pending)
    for (const [of, decision] of await store(parts, { ...group, pending: [one] }))
      decisions.set(of, decision);
  return decisions;
}

function renewSecrets({ attribution }: StoreParts, { pending }: Group): Decisions {
  attribution?.renewSecrets();
  return decideEach(pending, () => 'undecided');
}

/** The usage was recounted, or some of the requests are recorded, since that was looked up. */
function isOvertaken(cause: unknown): boolean {
  return cause instanceof ReservationVoid || cause instanceof RequestsTaken;
}

/** Gives all their room back, of which some is void or not needed, so that each reserves again with the next group. */
async function reserveAgain({ heldRoom }: StoreParts, group: Group, cause: unknown): Promise<Decisions> {
  await releaseAll(heldRoom, group.pending, cause);
  return decideEach(group.pending, () => 'undecided');
}

/** Requests that have a key are looked up. Without a key or a database, the outcome stays unknown. */
async function afterUnknownCommit(parts: StoreParts, group: Group, cause: CommitUnknown): Promise<Decisions> {
  const repeats: Decisions = await answerRepeats(parts, group).catch(() => new Map());
  return decideEach(group.pending, (one) => {
    const repeat = repeats.get(one);
    if (repeat === undefined || repeat === 'undecided') return { kind: 'unknown', cause };
    if (repeat.kind !== 'replayed') return repeat;
    // the stored request is this one
    parts.attribution?.remember(group.site.id, one.request.events);
    return { ...repeat, kind: 'stored' };
  });
}

/** Data that the database does not accept, constraints, limits of a row. */
function mayBeOfOne(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(22|23|54)...$/.test(String(error.code));
}

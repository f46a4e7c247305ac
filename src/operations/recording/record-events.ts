import type { NewEvent } from '../../domain/event.ts';
import type { PlanCatalogue } from '../../domain/plan.ts';
import { BatchMoved, type BatchStep } from '../../domain/drained-batch.ts';
import { LogMoved, type LogStep } from '../../domain/recorded-log.ts';
import type { Database } from '../../database/database.ts';
import { CommitUnknown } from '../../database/transaction.ts';
import type { PreparedEvents } from '../../queries/event-statements.ts';
import { SecretsReplaced } from '../../queries/landing-statements.ts';
import { ReservationVoid, storeEvents } from '../../queries/record-events.ts';
import { RequestsTaken, findTakenDigests } from '../../queries/request-digests.ts';
import type { RecordingSite } from '../../queries/sites.ts';
import { countWithin, leaveOutRepeats } from '../../recording/repeated-requests.ts';
import { type Attribution, NO_ATTRIBUTION } from './attribution.ts';
import { type Reservation, giveBack, reserveUpTo } from './quota.ts';

/** What a process records with. */
export type Recorder = {
  readonly db: Database;
  /** The rollup rows this process adds to now (`leaseSlot`). Read it anew for each transaction: it may change. */
  readonly slot: number;
  /** The wall clock, in milliseconds since 1970 UTC: events count in the month in which they are recorded. */
  readonly now: () => number;
  readonly plans: PlanCatalogue;
  /** Finds the products of conversions; by default they get none. */
  readonly attribution?: Attribution | undefined;
};

/** A step in something that has a position. */
type AnyStep = LogStep | BatchStep;

/** Events to record together, and the step behind them in a log or a batch that has a position. */
export type LogLines<Step extends AnyStep = LogStep> = {
  readonly events: readonly NewEvent[];
  readonly step: Step | undefined;
  /** The events, where they were prepared before (`prepareEvents`). */
  readonly prepared?: PreparedEvents | undefined;
};

/** Lines of a log to record. To try again, pass the same object: it holds the room that an earlier try took. */
export type LogRequest<Step extends AnyStep = LogStep> = {
  /** The number of events in the lines. */
  readonly wanted: number;
  /** The first lines that hold at most so many events: never half a line. */
  readonly upTo: (room: number) => LogLines<Step>;
  /** Room taken in the month, and not yet known to be used or given back. */
  reservation?: Reservation | undefined;
  /** An earlier try may have stored the lines: no answer came to its commit. */
  mayBeStored?: boolean;
  /** The events that may be stored. */
  unsure?: readonly NewEvent[];
};

/** What of the lines is recorded. */
export type Recorded = {
  readonly events: readonly NewEvent[];
  /** Requests in them that were recorded before, by their ids. */
  readonly repeats: number;
};

/**
 * Records the first of these events that the account's month has room for, all of those or none. Returns how many: fewer
 * than given, possibly none, when the quota is spent. Throws SiteGone, CommitUnknown.
 */
export async function recordEvents(
  recorder: Recorder,
  site: RecordingSite,
  events: readonly NewEvent[],
): Promise<number> {
  const upTo = (room: number) => ({ events: events.slice(0, room), step: undefined });
  return (await recordLog(recorder, site, { wanted: events.length, upTo })).events.length;
}

/**
 * Records lines of a log, or as many of the first of them as the account's month has room for, and leaves out the requests
 * that are recorded in the site: they need no room. Room is taken before, in a statement of its own: inside the transaction,
 * every recorder of the account would wait for the commit. A crash between the two counts too much, never too little, until
 * the usage is recounted. Throws SiteGone, LogMoved and BatchMoved, after which nothing is recorded, and CommitUnknown, after
 * which it may be.
 */
export async function recordLog(
  recorder: Recorder,
  site: RecordingSite,
  request: LogRequest<AnyStep>,
): Promise<Recorded> {
  const { db, slot, now, attribution = NO_ATTRIBUTION } = recorder;
  const { step, prepared, ...fresh } = await takeRoom(recorder, site, request);
  const { events } = fresh;
  // what may be stored keeps its room: now its requests may seem to be repeats
  if (request.mayBeStored !== true) await giveBackRest(db, request, events.length);
  const reservations = request.reservation ? [{ ...request.reservation, events: events.length }] : [];
  const batch = { siteId: site.id, slot, events, prepared, reservations, nowMs: now() };
  try {
    await storeEvents(db, batch, step, await attribution.begin(site.id, events));
  } catch (error) {
    if (isOvertaken(error, request, attribution)) return recordLog(recorder, site, request);
    if (error instanceof CommitUnknown) [request.mayBeStored, request.unsure] = [true, events];
    // the position shows that the earlier try, or somebody else, has recorded them
    if (hasMoved(error)) attribution.remember(site.id, unsureOf(request));
    if (request.mayBeStored !== true) await giveBackRest(db, request, 0);
    throw error;
  }
  attribution.remember(site.id, events);
  // the log has moved only now, so the earlier try stored nothing
  if (step !== undefined) await giveBackRest(db, request, events.length);
  return fresh;
}

/** True if something changed since it was looked up, for which the transaction has stored nothing. It is looked up again. */
function isOvertaken(
  error: unknown,
  request: Pick<LogRequest, 'reservation'>,
  attribution: Attribution,
): boolean {
  if (error instanceof ReservationVoid) request.reservation = undefined;
  else if (error instanceof SecretsReplaced) attribution.renewSecrets();
  else return error instanceof RequestsTaken;
  return true;
}

function unsureOf({ unsure = [] }: Pick<LogRequest, 'unsure'>): readonly NewEvent[] {
  return unsure;
}

function hasMoved(error: unknown): boolean {
  return error instanceof LogMoved || error instanceof BatchMoved;
}

/** The lines that fit in the month, without repeats. The request holds the room that they need, or more. */
async function takeRoom(
  recorder: Recorder,
  site: RecordingSite,
  request: LogRequest<AnyStep>,
): Promise<Recorded & Omit<LogLines<AnyStep>, 'events'>> {
  const all = request.upTo(request.wanted);
  const taken = await findTakenDigests(recorder.db, site.id, all.events);
  const fresh = freshOf(all, taken);
  request.reservation ??= await reserveUpTo(recorder, site, fresh.events.length, recorder.now());
  const room = request.reservation?.events ?? 0;
  if (fresh.events.length <= room) return fresh;
  return freshOf(request.upTo(countWithin(all.events, taken, room)), taken);
}

function freshOf({ step, prepared, events }: LogLines<AnyStep>, taken: ReadonlySet<string>) {
  const fresh = leaveOutRepeats(events, taken);
  return { ...fresh, step, prepared: fresh.repeats === 0 ? prepared : undefined };
}

/** Gives back what the request holds beyond these events; while the database is away, the request goes on holding it. */
async function giveBackRest(
  db: Database,
  request: Pick<LogRequest, 'reservation'>,
  events: number,
): Promise<void> {
  const { reservation } = request;
  if (reservation === undefined || reservation.events === events) return;
  if (!(await giveBack(db, { ...reservation, events: reservation.events - events }))) return;
  request.reservation = events > 0 ? { ...reservation, events } : undefined;
}

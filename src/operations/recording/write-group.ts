import { Refusal } from '../../domain/refusal.ts';
import { type RecordedRequest, findCollected, recordRequests } from '../../queries/collected-requests.ts';
import { SiteGone } from '../../queries/record-events.ts';
import { refuse, reserveRoom } from './group-room.ts';
import { type Group, type GroupWriter, type Receipt, type Waiting, countEvents, keyOf } from './group.ts';
import type { Reservation } from './quota.ts';
import { isRolledBack, storeOrRelease } from './record-events.ts';

/**
 * Records a group in one transaction and answers its requests. Never rejects. What it gives back is to be taken up
 * with the next group: twins of a request in this one, requests whose key another process took, and those with a key
 * that nobody knows the fate of, once. The next look finds what became of them.
 */
export async function writeGroup(writer: GroupWriter, group: Group): Promise<readonly Waiting[]> {
  try {
    const { firsts, twins } = apartTwins(await answerRepeats(writer, group));
    const { granted, refused, reservation } = await reserveRoom(writer, { ...group, waiting: firsts });
    const again = await store(writer, { ...group, waiting: granted }, reservation);
    const taken = await refuse(writer, { ...group, waiting: refused });
    return [...again, ...taken, ...twins];
  } catch (error) {
    for (const { reject } of group.waiting) reject(error);
    return [];
  }
}

/** Answers those that repeat a recorded request, before any quota is asked; gives back the others. */
async function answerRepeats({ db }: GroupWriter, { site, waiting }: Group): Promise<readonly Waiting[]> {
  const keyHashes = waiting.flatMap((one) => keyOf(one) ?? []);
  if (keyHashes.length === 0) return waiting;
  const recorded = await findCollected(db, { siteId: site.id, keyHashes });
  return waiting.filter((one) => {
    const first = recorded.get(keyOf(one) ?? '');
    if (first) answerRepeat(one, first);
    return first === undefined;
  });
}

function answerRepeat({ request, isUnsure, resolve, reject }: Waiting, first: RecordedRequest): void {
  const { bodyHash, recorded, passedOver } = first;
  if (bodyHash === request.idempotency?.bodyHash) resolve({ recorded, passedOver, isReplayed: !isUnsure });
  else reject(new Refusal('IDEMPOTENCY_KEY_REUSED'));
}

/** Sets aside those whose key an earlier one of the group has. */
function apartTwins(waiting: readonly Waiting[]): {
  readonly firsts: readonly Waiting[];
  readonly twins: readonly Waiting[];
} {
  const first = new Map(waiting.toReversed().map((one) => [keyOf(one) ?? one, one]));
  const isFirst = (one: Waiting) => first.get(keyOf(one) ?? one) === one;
  return { firsts: waiting.filter(isFirst), twins: waiting.filter((one) => !isFirst(one)) };
}

/** Writes the requests that have room, and answers them. */
async function store(
  writer: GroupWriter,
  group: Group,
  reservation: Reservation | undefined,
): Promise<readonly Waiting[]> {
  const { site, nowMs, waiting } = group;
  if (waiting.length === 0) return [];
  const requests = waiting.map(({ request }) => request);
  const batch = { siteId: site.id, slot: writer.slot, nowMs, requests };
  try {
    const won = await storeOrRelease(reservation, () => recordRequests(writer.db, batch));
    const isLost = (one: Waiting) => keyOf(one) !== undefined && !won.has(keyOf(one) ?? '');
    const isUnused = (one: Waiting) => isLost(one) || one.isUnsure;
    await giveBack(reservation, waiting.filter(isUnused));
    for (const one of waiting) if (!isLost(one)) one.resolve(receiptOf(one));
    return waiting.filter(isLost);
  } catch (error) {
    return recover(writer, group, error);
  }
}

/**
 * Gives back the room of those that another process took, and what an unsure one took at first: that its key was free
 * proves that nothing came of it. What cannot be given back stays counted.
 */
async function giveBack(reservation: Reservation | undefined, unused: readonly Waiting[]): Promise<void> {
  const events = countEvents(unused);
  if (events > 0) await reservation?.release(events).catch(() => undefined);
}

function receiptOf({ request: { events, passedOver } }: Waiting): Receipt {
  return { recorded: events.length, passedOver, isReplayed: false };
}

/** After a failure that may be one request's, each is written by itself; after a lost commit, those with a key again. */
async function recover(writer: GroupWriter, group: Group, error: unknown): Promise<readonly Waiting[]> {
  const { waiting } = group;
  if (waiting.length > 1 && mayBeOfOne(error)) {
    const again: Waiting[] = [];
    for (const one of waiting) again.push(...(await writeGroup(writer, { ...group, waiting: [one] })));
    return again;
  }
  const mayAsk = (one: Waiting) => !isRolledBack(error) && !one.isUnsure && keyOf(one) !== undefined;
  const reason = error instanceof SiteGone ? new Refusal('SITE_NOT_FOUND') : error;
  for (const one of waiting) if (!mayAsk(one)) one.reject(reason);
  return waiting.filter(mayAsk).map((one) => ({ ...one, isUnsure: true }));
}

/** Data that the database does not take, constraints, limits of a row. */
function mayBeOfOne(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(22|23|54)...$/.test(String(error.code));
}

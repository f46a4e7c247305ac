import { Refusal } from '../../domain/refusal.ts';
import { formatInstant, startOfNextMonth } from '../../domain/time.ts';
import { findTaken } from '../../queries/collected-requests.ts';
import { type Group, type GroupWriter, type Waiting, countEvents, keyOf } from './group.ts';
import { type Reservation, reserve } from './quota.ts';

type Room = {
  readonly granted: readonly Waiting[];
  readonly refused: readonly Waiting[];
  readonly reservation: Reservation | undefined;
};

/** Takes room for the whole group, or else for one request after the other. */
export async function reserveRoom(writer: GroupWriter, { site, plan, nowMs, waiting }: Group): Promise<Room> {
  const take = (events: number) => reserve(writer, { accountId: site.accountId, plan }, events, nowMs);
  const filled = waiting.filter(({ request }) => request.events.length > 0);
  if (filled.length === 0) return { granted: waiting, refused: [], reservation: undefined };
  const whole = filled.length > 1 ? await take(countEvents(filled)) : undefined;
  if (whole) return { granted: waiting, refused: [], reservation: whole };

  const refused = new Set<Waiting>();
  let reservation: Reservation | undefined;
  for (const one of filled) {
    const taken = await take(one.request.events.length);
    if (taken) reservation = { ...taken, events: taken.events + (reservation?.events ?? 0) };
    else refused.add(one);
  }
  return { granted: waiting.filter((one) => !refused.has(one)), refused: [...refused], reservation };
}

/**
 * Refuses those without room, but for those whose key another process is just recording: they are no new events. One
 * for which another process has room, and no more than that yet, is refused all the same.
 */
export async function refuse(writer: GroupWriter, group: Group): Promise<readonly Waiting[]> {
  const { site, nowMs, waiting } = group;
  const requests = waiting.map(({ request }) => request).filter(({ idempotency }) => idempotency);
  const taken =
    requests.length > 0
      ? await findTaken(writer.db, { siteId: site.id, nowMs, requests })
      : new Set<string>();
  const isTaken = (one: Waiting) => taken.has(keyOf(one) ?? '');
  for (const one of waiting) if (!isTaken(one)) one.reject(limitExceeded(writer, group, one));
  return waiting.filter(isTaken);
}

function limitExceeded(
  { plans }: GroupWriter,
  { plan, nowMs }: Group,
  { request: { events } }: Waiting,
): Refusal {
  const limit = plans[plan].eventsPerMonth.toLocaleString('en');
  const turns = formatInstant(startOfNextMonth(nowMs));
  const setting = `${plan.toUpperCase()}_EVENTS_PER_MONTH`;
  return new Refusal('LIMIT_EXCEEDED', {
    message:
      `The quota of ${limit} events a month has no room for ${events.length} more; nothing was recorded. ` +
      `The month turns at ${turns}; a larger plan or the setting ${setting} lifts it at once.`,
  });
}

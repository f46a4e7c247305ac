import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { Refusal } from '../../domain/refusal.ts';
import { DAY_MS, HOUR_MS } from '../../domain/time.ts';
import { countDeliveriesByHand } from '../../queries/deliveries.ts';

/** Messages that owners may have sent in any hour: tests, confirmations and digests. Others' addresses get them, too. */
const MOST_MESSAGES = 60;

/** Confirmations of a day: they go to people who have not asked for anything. */
const MOST_CONFIRMATIONS = 10;

/** Throws RATE_LIMITED if an account had too many people asked to confirm within a day, or too many messages sent. */
export async function requireFewConfirmations(
  db: Kysely<Tables>,
  accountId: number,
  nowMs: number,
): Promise<void> {
  await requireFewMessages(db, accountId, nowMs);
  if ((await countDeliveriesByHand(db, accountId, nowMs - DAY_MS, 'confirmation')) < MOST_CONFIRMATIONS)
    return;
  throw new Refusal('RATE_LIMITED', {
    message: `The account may ask for a confirmation ${MOST_CONFIRMATIONS} times in a day. Try again later.`,
    retryAfterSeconds: DAY_MS / 1_000,
  });
}

/** Throws RATE_LIMITED if an account had too many messages sent within an hour. */
export async function requireFewMessages(
  db: Kysely<Tables>,
  accountId: number,
  nowMs: number,
  wanted = 1,
): Promise<void> {
  if ((await countDeliveriesByHand(db, accountId, nowMs - HOUR_MS)) + wanted <= MOST_MESSAGES) return;
  throw new Refusal('RATE_LIMITED', {
    message: `The account may have ${MOST_MESSAGES} tests, confirmations and digests sent in an hour. Try again later.`,
    retryAfterSeconds: HOUR_MS / 1_000,
  });
}

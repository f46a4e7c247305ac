import type { Delivery, Message, Messaging, Outcome } from '../../domain/channel.ts';
import { type Secrets, UnreadableSecret } from '../../domain/secrets.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { StoredChannel } from '../../queries/channels.ts';
import { type Attempt, endAttempt, insertDelivery } from '../../queries/deliveries.ts';
import { type Frame, testMessage } from '../delivery/messages.ts';
import { openChannelSecret, receiverOf } from '../delivery/sealed-channel.ts';
import { switchOff } from '../delivery/switch-off.ts';
import type { ChannelParts } from './channels.ts';
import { requireFewMessages } from './few-messages.ts';
import type { Asker } from './in-account.ts';
import { inChannel, requireChannel, requireMessaging, requireOpen } from './in-channel.ts';

/**
 * Sends a test to a channel at once, and tells how that went; it is not tried again. Throws CHANNEL_NOT_FOUND,
 * CHANNEL_REFUSED for a channel to which nothing may be sent, RATE_LIMITED.
 */
export async function testChannel(asker: Asker, channelId: number, parts: ChannelParts): Promise<Delivery> {
  const { nowMs } = asker;
  const messaging = requireMessaging(parts.messaging);
  const { accountId } = await requireChannel(asker, channelId);
  const { channel, number } = await inChannel(asker, channelId, async (tx, found) => {
    requireOpen(found);
    await requireFewMessages(tx, accountId, nowMs);
    const made = { accountId, channelId, type: 'test', madeAtMs: nowMs } as const;
    return {
      result: { channel: found, number: await insertDelivery(tx, { ...made, attempts: 1, nextAtMs: null }) },
      lines: [],
    };
  });
  const { secrets } = parts;
  const outcome = await sendNow({ messaging, secrets, nowMs }, channel, (frame) =>
    testMessage(frame, { name: channel.name, number }),
  );
  const reason = outcome.state === 'delivered' ? null : outcome.reason;
  const state = outcome.state === 'delivered' ? 'delivered' : 'failed';
  return noteAttempt(asker.db, { id: number, channelId }, outcome, {
    ...{ state, reason, atMs: nowMs, nextAtMs: null },
  });
}

type SendingParts = {
  readonly messaging: Messaging;
  readonly secrets: Secrets | undefined;
  readonly nowMs: number;
};

/** One attempt to send a message to a channel, which is what its secrets make of it. */
export async function sendNow(
  { messaging, secrets, nowMs }: SendingParts,
  channel: StoredChannel,
  messageOf: (frame: Frame) => Message,
): Promise<Outcome> {
  const { id: channelId, sealedToken: sealed } = channel;
  try {
    const receiver = receiverOf(secrets, channel, nowMs);
    const token = sealed && openChannelSecret(secrets, { what: 'token', channelId, sealed });
    const frame = { channelId, madeAtMs: nowMs, linkBase: messaging.linkBase, token };
    return await messaging.channels.send(receiver, messageOf(frame));
  } catch (error) {
    if (error instanceof UnreadableSecret)
      return { state: 'failed', reason: `it cannot be decrypted: ${error.message}` };
    throw error;
  }
}

/** Notes what came of the first attempt at a message. */
export async function noteAttempt(
  db: Database,
  { id, channelId }: { readonly id: number; readonly channelId: number },
  outcome: Outcome,
  attempt: Attempt,
): Promise<Delivery> {
  await inTransaction(db, async (tx) => {
    await endAttempt(tx, { id, attempts: 1 }, attempt);
    if (outcome.state === 'gone') await switchOff(tx, channelId, outcome.reason);
  });
  return { ...attempt, attempts: 1 };
}

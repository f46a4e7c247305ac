import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { updateChannel } from '../../queries/channels.ts';
import { giveUpDeliveries } from '../../queries/deliveries.ts';

/** Switches a channel off whose receiver wants no more, and gives up what is still to be sent to it. */
export async function switchOff(tx: Transaction<Tables>, channelId: number, reason: string): Promise<void> {
  await updateChannel(tx, channelId, { isEnabled: false });
  await giveUpDeliveries(tx, channelId, `${reason}; the channel was switched off`);
}

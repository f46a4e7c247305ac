import type { RequestContext } from '../../context.ts';
import type { ChannelDeliveries } from '../../domain/channel.ts';
import type { Secrets } from '../../domain/secrets.ts';
import type { Database } from '../../database/database.ts';
import { listChannels } from '../../queries/channels.ts';
import { countDeliveries } from '../../queries/deliveries.ts';
import { requireOwner } from '../access.ts';
import { requireAccount } from './accounts.ts';
import { type Channel, channelOf } from './in-channel.ts';

/** The channels of the owner's account, oldest first. Throws OWNER_REQUIRED. */
export async function ownChannels(ctx: RequestContext): Promise<readonly Channel[]> {
  const { accountId } = requireOwner(ctx);
  const channels = await listChannels(ctx.db, accountId);
  return channels.map((channel) => channelOf(channel, ctx.secrets));
}

/** The channels of any account and how their messages went, for an operator. Throws ACCOUNT_NOT_FOUND. */
export async function channelsOf(
  db: Database,
  email: string,
  secrets: Secrets | undefined,
): Promise<readonly { readonly channel: Channel; readonly deliveries: ChannelDeliveries | undefined }[]> {
  const { id } = await requireAccount(db, email);
  const channels = await listChannels(db, id);
  const deliveries = await countDeliveries(
    db,
    channels.map((channel) => channel.id),
  );
  return channels.map((channel) => ({
    channel: channelOf(channel, secrets),
    deliveries: deliveries.find(({ channelId }) => channelId === channel.id),
  }));
}

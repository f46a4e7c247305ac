import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Messaging } from '../../domain/channel.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Secrets } from '../../domain/secrets.ts';
import { type StoredChannel, findChannel, lockChannel } from '../../queries/channels.ts';
import { shownTarget } from '../delivery/sealed-channel.ts';
import { type Asker, type Changed, inAccount, mayChange } from './in-account.ts';

/** A channel as its owner sees it. */
export type Channel = Pick<
  StoredChannel,
  'id' | 'kind' | 'name' | 'isEnabled' | 'kinds' | 'siteIds' | 'sendsDigest'
> & {
  /** Masked, but for an e-mail address. */
  readonly target: string;
  readonly isConfirmed: boolean;
};

export function channelOf(channel: StoredChannel, secrets: Secrets | undefined): Channel {
  const { id, kind, name, isEnabled, kinds, siteIds, sendsDigest, confirmedAtMs } = channel;
  return {
    ...{ id, kind, name, isEnabled, kinds, siteIds, sendsDigest },
    target: shownTarget(secrets, channel),
    isConfirmed: confirmedAtMs !== null,
  };
}

/** As the audit and the command line name it. */
export function lineOf({ id, kind, name, target }: Channel): string {
  return `${name} (${kind} to ${target}, channel ${id})`;
}

/** Throws CHANNEL_REFUSED if the service sends no messages. */
export function requireMessaging(messaging: Messaging | undefined): Messaging {
  if (messaging !== undefined) return messaging;
  throw new Refusal('CHANNEL_REFUSED', { clause: 'this service sends no messages' });
}

/** Throws CHANNEL_REFUSED for a channel to which nothing may be sent. */
export function requireOpen({ isEnabled, confirmedAtMs }: StoredChannel): void {
  if (!isEnabled)
    throw new Refusal('CHANNEL_REFUSED', { clause: 'the channel is switched off; switch it on first' });
  if (confirmedAtMs === null)
    throw new Refusal('CHANNEL_REFUSED', {
      clause: 'who has the address must confirm it first, with the link in the mail that was sent there',
    });
}

/**
 * Makes a change of a channel of one's own; of what is somebody else's, nothing can be known. Its row is locked, too: receivers
 * change it beside its account, by a link in a mail or by an answer. Throws CHANNEL_NOT_FOUND.
 */
export async function inChannel<Result>(
  asker: Asker,
  channelId: number,
  change: (tx: Transaction<Tables>, channel: StoredChannel) => Promise<Changed<Result>>,
): Promise<Result> {
  const { accountId } = await requireChannel(asker, channelId);
  return inAccount(asker, { id: accountId, email: asker.own?.email ?? '' }, async (tx) => {
    const channel = await lockChannel(tx, channelId);
    if (channel === undefined) throw noChannel(channelId);
    return change(tx, channel);
  });
}

/** A channel of one's own. Throws CHANNEL_NOT_FOUND. */
export async function requireChannel(asker: Asker, channelId: number): Promise<StoredChannel> {
  const found = await findChannel(asker.db, channelId);
  if (found !== undefined && mayChange(asker, found.accountId)) return found;
  throw noChannel(channelId);
}

function noChannel(channelId: number): Refusal {
  return new Refusal('CHANNEL_NOT_FOUND', { clause: `there is no channel ${channelId}` });
}

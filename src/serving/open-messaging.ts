import { createChannels } from '../channels/channels.ts';
import type { Messaging } from '../domain/channel.ts';
import type { Config } from '../settings/config.ts';

/** What sends messages to the channels of owners, as the settings say. */
export function openMessaging({ notify, publicUrl }: Config, now: () => number): Messaging {
  const { smtpUrl, mailFrom, allowsPrivate } = notify;
  return { channels: createChannels({ smtpUrl, mailFrom, allowsPrivate, now }), linkBase: publicUrl ?? '' };
}

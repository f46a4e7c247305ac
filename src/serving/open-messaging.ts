import { createChannels } from '../channels/channels.ts';
import type { Messaging } from '../domain/channel.ts';
import type { Config } from '../settings/config.ts';

type Around = {
  readonly now: () => number;
  /** Called with what should not happen while a message is sent. */
  readonly onError: (error: unknown) => void;
};

/** What sends messages to the channels of owners, as the settings say. */
export function openMessaging({ notify, publicUrl }: Config, around: Around): Messaging {
  const { smtpUrl, mailFrom, allowsPrivate } = notify;
  return {
    channels: createChannels({ smtpUrl, mailFrom, allowsPrivate, ...around }),
    linkBase: publicUrl ?? '',
  };
}

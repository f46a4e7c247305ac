/** How alerts and digests leave the service. */
export const CHANNEL_KINDS = ['email', 'webhook', 'slack', 'discord', 'ntfy', 'apprise'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'given-up'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Where a channel leads, in plain text: an e-mail address, or a web address whose path or user may be secret. */
export type Receiver = {
  readonly kind: ChannelKind;
  readonly target: string;
  /** The secrets that sign a webhook, newest first: `whsec_…`; empty for the other kinds. */
  readonly secrets: readonly string[];
};

/** What is sent, the same for every kind of channel. What visitors chose may be in its texts, but never in its link. */
export type Message = {
  /** The same at each attempt, and of this channel alone, such as `alert_12_channel_3`. */
  readonly id: string;
  readonly type: 'alert' | 'digest' | 'test' | 'confirmation';
  /** When it was made. */
  readonly atMs: number;
  /** One line of plain text: the subject of a mail. */
  readonly title: string;
  /** Plain text, with line breaks. */
  readonly text: string;
  /** The same in a few lines, for chats; undefined if the text is short. */
  readonly brief?: string | undefined;
  /** The HTML twin of the text, for mail; undefined if one is made of the text. */
  readonly html?: string | undefined;
  /** An absolute address in the dashboard, with what it is called; undefined without PUBLIC_URL. */
  readonly link?: { readonly label: string; readonly url: string } | undefined;
  /** The absolute address that unsubscribes the receiver of a mail at once (RFC 8058); undefined where there is none. */
  readonly unsubscribe?: string | undefined;
  /** What programs get: the object `data` of a webhook. */
  readonly data: object;
};

/** What came of one attempt. The reason is for the owner, as the other side gave it, in one line without secrets. */
export type Outcome =
  | { readonly state: 'delivered' }
  | {
      readonly state: 'failed';
      readonly reason: string;
      /** The other side wants no other attempt before (Retry-After). */
      readonly retryAfterMs?: number | undefined;
    }
  /** The receiver is gone for good (410): nothing more may be sent to it. */
  | { readonly state: 'gone'; readonly reason: string };

/** What should not happen, as the owner is told it. */
export const INTERNAL_ERROR = 'an internal error, which the log of the service tells';

/** How a message to a channel went, or is going. */
export type Delivery = {
  /** When it was last tried, or made if it was not yet. */
  readonly atMs: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Why it failed, as the other side gave it. */
  readonly reason: string | null;
  readonly nextAtMs: number | null;
};

/** How the messages of a channel went. */
export type ChannelDeliveries = {
  readonly channelId: number;
  /** Messages that are still to be sent, or sent again. */
  readonly pending: number;
  readonly givenUp: number;
  readonly last: Delivery;
};

/** Sends messages to the receivers that owners name. It knows nothing of sites. */
export type Channels = {
  /** Whether mail can be sent: SMTP_URL and MAIL_FROM are set. */
  readonly hasMail: boolean;
  /**
   * The target as it is stored. Throws TargetRefused, with the reason, for a text that is none of this kind, and for an
   * address that may not be used, as far as its text shows.
   */
  parseTarget(kind: ChannelKind, text: string): string;
  /** One attempt. Never rejects, and answers within about ten seconds. */
  send(receiver: Receiver, message: Message): Promise<Outcome>;
};

/** What a service sends messages with. */
export type Messaging = {
  readonly channels: Channels;
  /** What links in messages begin with: PUBLIC_URL, or empty. */
  readonly linkBase: string;
};

/** A target that may not be used. The message says why, as the end of a sentence: `must be an https address`. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

const SHOWN_END = 4;

/** What is shown of a target: an e-mail address in full, else scheme, host and the last four characters. */
export function maskTarget(kind: ChannelKind, target: string): string {
  if (kind === 'email') return target;
  const { protocol, host, pathname, search } = new URL(target);
  return `${protocol}//${host}/…${`${pathname}${search}`.slice(1).slice(-SHOWN_END)}`;
}

import type { Message, Receiver } from '../domain/channel.ts';
import type { Posted } from '../outgoing/post.ts';
import type { WebTargetOptions } from './web-target.ts';

/** How a kind of channel that is reached by HTTP is sent to. */
export type WebSender = Partial<Pick<WebTargetOptions, 'takesUser'>> & {
  /** A further rule for its targets. Throws TargetRefused. */
  readonly check?: (target: URL) => void;
  /** What is posted. */
  readonly requestOf: (
    receiver: Receiver,
    message: Message,
    nowMs: number,
  ) => Promise<WebRequest> | WebRequest;
  /** How long the other side wants nothing, where it says so in its own way, in milliseconds. */
  readonly retryAfterMs?: (posted: Posted) => number | undefined;
  /** Whether 410 means that the receiver wants no more for good. */
  readonly mayBeGone?: true;
};

export type WebRequest = {
  /** Where to, if it is not the target itself. */
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body: string;
};

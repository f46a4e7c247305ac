import { type ChannelKind, type Channels, INTERNAL_ERROR, TargetRefused } from '../domain/channel.ts';
import type { PostParts } from '../outgoing/post.ts';
import { APPRISE } from './apprise.ts';
import { DISCORD } from './discord.ts';
import { createMailer } from './mail.ts';
import { parseMailTarget } from './mail-target.ts';
import { NTFY } from './ntfy.ts';
import { sendByWeb } from './send-web.ts';
import type { WebSender } from './sender.ts';
import { SLACK } from './slack.ts';
import { parseWebTarget } from './web-target.ts';
import { WEBHOOK } from './webhook.ts';

export type ChannelsParts = PostParts & {
  /** The settings SMTP_URL and MAIL_FROM. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly now: () => number;
  /** Called with what should not happen. */
  readonly onError: (error: unknown) => void;
};

/** Every kind that is reached by HTTP. */
const WEB: Readonly<Record<Exclude<ChannelKind, 'email'>, WebSender>> = {
  webhook: WEBHOOK,
  slack: SLACK,
  discord: DISCORD,
  ntfy: NTFY,
  apprise: APPRISE,
};

const NO_MAIL = 'mails need a server that sends them: the operator must set SMTP_URL and MAIL_FROM';

export function createChannels(parts: ChannelsParts): Channels {
  const { smtpUrl, mailFrom, allowsPrivate, withinMs, now, onError } = parts;
  const mailer =
    smtpUrl === undefined || mailFrom === undefined
      ? undefined
      : createMailer({ smtpUrl, from: mailFrom, withinMs });
  return {
    hasMail: mailer !== undefined,
    parseTarget(kind, text) {
      if (kind !== 'email') {
        const { takesUser = false, check } = WEB[kind];
        const target = parseWebTarget(text, { allowsPrivate, takesUser });
        check?.(new URL(target));
        return target;
      }
      if (mailer === undefined) throw new TargetRefused(NO_MAIL);
      return parseMailTarget(text);
    },
    async send(receiver, message) {
      try {
        if (receiver.kind !== 'email')
          return await sendByWeb(WEB[receiver.kind], { receiver, message, nowMs: now() }, parts);
        return mailer === undefined ? { state: 'failed', reason: NO_MAIL } : await mailer(receiver, message);
      } catch (error) {
        onError(error);
        return { state: 'failed', reason: INTERNAL_ERROR };
      }
    },
  };
}

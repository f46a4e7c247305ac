import type { Transporter } from 'nodemailer';
import type { Message, Outcome, Receiver } from '../domain/channel.ts';
import { unlinked } from '../domain/plain-text.ts';
import { mailHtml } from './mail-html.ts';
import { lineOf } from './reason.ts';

export type MailParts = {
  /** The address of the server that sends, with user and password. */
  readonly smtpUrl: string;
  /** `traffic@example.com`, or `Site Traffic <traffic@example.com>`. */
  readonly from: string;
  /** How long each step of an attempt may take, in milliseconds. */
  readonly withinMs?: number | undefined;
};

/** Sends mails. */
export type Mailer = (receiver: Receiver, message: Message) => Promise<Outcome>;

const WITHIN_MS = 10_000;

export function createMailer(parts: MailParts): Mailer {
  let transport: Promise<Transporter> | undefined;
  return async ({ target }, message) => {
    try {
      const sender = await (transport ??= open(parts));
      await sender.sendMail(mailOf(parts.from, target, message));
      return { state: 'delivered' };
    } catch (error) {
      return { state: 'failed', reason: reasonOf(error, parts.smtpUrl) };
    }
  };
}

/** Imported late: many services send no mail. */
async function open({ smtpUrl, withinMs = WITHIN_MS }: MailParts): Promise<Transporter> {
  const { openTransport } = await import('./mail-transport.ts');
  return openTransport(smtpUrl, withinMs);
}

function mailOf(from: string, target: string, message: Message) {
  const { id, title, text, html, link, unsubscribe } = message;
  const parts = [
    unlinked(text),
    ...(link === undefined ? [] : [`${link.label}: ${link.url}`]),
    ...(unsubscribe === undefined || html !== undefined ? [] : [`Unsubscribe: ${unsubscribe}`]),
  ];
  return {
    from,
    to: { address: target, name: '' },
    subject: lineOf(title),
    text: html === undefined ? parts.join('\n\n') : text,
    html: html ?? mailHtml(message),
    messageId: `<${id}@${hostOf(from)}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

/** `example.com` of `Site Traffic <traffic@example.com>`. */
function hostOf(from: string): string {
  return from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '');
}

/** What the server answered, or why it was not reached, without the password. */
function reasonOf(error: unknown, smtpUrl: string): string {
  const { response, message } = error as { readonly response?: string; readonly message: string };
  return lineOf(response ?? message, [decodeURIComponent(new URL(smtpUrl).password)]);
}

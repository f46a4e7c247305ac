import type { Transporter } from 'nodemailer';
import type { Message, Outcome, Receiver } from '../domain/channel.ts';
import { unlinked } from '../domain/plain-text.ts';
import { wordsOf } from '../outgoing/network-words.ts';
import { mailHtml } from './mail-html.ts';
import { credentialsOf, lineOf } from './reason.ts';

export type MailParts = {
  /** The address of the server that sends, with user and password. */
  readonly smtpUrl: string;
  /** `traffic@example.com`, or `Site Traffic <traffic@example.com>`. */
  readonly from: string;
  /** How long an attempt may take in all, in milliseconds. */
  readonly withinMs?: number | undefined;
};

/** Sends mails. */
export type Mailer = (receiver: Receiver, message: Message) => Promise<Outcome>;

const WITHIN_MS = 10_000;

export function createMailer(parts: MailParts): Mailer {
  let transport: Promise<Transporter> | undefined;
  const { smtpUrl, withinMs = WITHIN_MS } = parts;
  const from = senderOf(parts.from);
  return async ({ target }, message) => {
    const sender = await (transport ??= open(smtpUrl));
    const signal = AbortSignal.timeout(withinMs);
    try {
      await sender.sendMail({ ...mailOf(from, target, message), signal });
      return { state: 'delivered' };
    } catch (error) {
      const reason = signal.aborted
        ? `no answer within ${withinMs / 1_000} seconds`
        : reasonOf(error, smtpUrl);
      return { state: 'failed', reason };
    }
  };
}

/** Imported late: many services send no mail. */
async function open(smtpUrl: string): Promise<Transporter> {
  const { openTransport } = await import('./mail-transport.ts');
  return openTransport(smtpUrl);
}

type Sender = { readonly name: string; readonly address: string };

/** Parsed here, since nodemailer makes two senders of `Example, Inc. <traffic@example.com>`. */
function senderOf(from: string): Sender {
  const begin = from.lastIndexOf('<');
  return begin < 0
    ? { name: '', address: from }
    : { name: from.slice(0, begin).trim(), address: from.slice(begin + 1).replace(/>$/, '') };
}

function mailOf(from: Sender, target: string, message: Message) {
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
    messageId: `<${id}@${hostOf(from.address)}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

/** `example.com` of `traffic@example.com`. */
function hostOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** Errors of the library itself, whose messages name neither the server nor its user. */
const OWN = ['EAUTH', 'EENVELOPE', 'EMESSAGE', 'EPROTOCOL'];

/** What the server answered, or why it was not reached, without user and password. */
function reasonOf(error: unknown, smtpUrl: string): string {
  const { response, code = '', message } = error as MailError;
  if (response === undefined) return OWN.includes(code) ? lineOf(message) : wordsOf(error);
  const { username, password } = new URL(smtpUrl);
  return lineOf(response, credentialsOf(username, password));
}

type MailError = Error & { readonly code?: string; readonly response?: string };

import { alertFacts } from '../../domain/alert-facts.ts';
import type { Message } from '../../domain/channel.ts';
import type { Site } from '../../domain/site.ts';
import type { StoredAlert } from '../../queries/alerts.ts';
import { linkOf } from '../reading/alerts.ts';

/** What each message of a channel has. */
export type Frame = {
  readonly channelId: number;
  readonly madeAtMs: number;
  /** What links begin with; empty without PUBLIC_URL. */
  readonly linkBase: string;
  /** The token of the links in a mail; null for other channels. */
  readonly token: string | null;
};

/** The path of the page where mails are confirmed or unsubscribed from. The first letter of a token says which. */
export const MAIL_FOLDER = '/mail/';
export const CONFIRMING = 'c_';
export const UNSUBSCRIBING = 'u_';

export function unsubscribeLink({ linkBase, token }: Pick<Frame, 'linkBase' | 'token'>): string | undefined {
  return token === null || linkBase === '' ? undefined : `${linkBase}${MAIL_FOLDER}${UNSUBSCRIBING}${token}`;
}

/** The site of the alert is null for the quota, which is of the account. */
export function alertMessage(frame: Frame, alert: StoredAlert, site: Site | null): Message {
  const { channelId, linkBase } = frame;
  const link = linkOf(alert, linkBase);
  return {
    id: `alert_${alert.id}_channel_${channelId}`,
    type: 'alert',
    atMs: alert.atMs,
    title: site === null ? alert.title : `${site.name}: ${alert.title}`,
    text: alert.detail,
    link:
      linkBase === '' ? undefined : { label: site === null ? 'See the account' : 'See the day', url: link },
    unsubscribe: unsubscribeLink(frame),
    data: {
      id: `alert_${alert.id}`,
      site: site && { id: site.id, domain: site.domain, name: site.name },
      ...alertFacts(alert),
      link,
    },
  };
}

/** The number makes each test another message. */
export function testMessage(
  frame: Frame,
  { name, number }: { readonly name: string; readonly number: number },
): Message {
  const { channelId, madeAtMs, linkBase } = frame;
  return {
    id: `test_${number}_channel_${channelId}`,
    type: 'test',
    atMs: madeAtMs,
    title: 'A test of Site Traffic',
    text: 'Alerts will arrive here. This message was sent to try it.',
    link: linkBase === '' ? undefined : { label: 'Settings', url: `${linkBase}/settings/alerts` },
    unsubscribe: unsubscribeLink(frame),
    data: { channel: { id: `channel_${channelId}`, name } },
  };
}

/** Asks who has an address whether an account may send mails there. Nothing in it is of the account but its address. */
export function confirmationMessage(
  frame: Frame,
  { number, by }: { readonly number: number; readonly by: string },
): Message {
  const { channelId, madeAtMs, linkBase, token } = frame;
  return {
    id: `confirmation_${number}_channel_${channelId}`,
    type: 'confirmation',
    atMs: madeAtMs,
    title: 'Do you want mails about bots on a website?',
    text: `${by} wants Site Traffic to send alerts and digests to this address. Nothing more is sent unless you confirm it. If you do not expect this, do nothing.`,
    link: { label: 'Confirm', url: `${linkBase}${MAIL_FOLDER}${CONFIRMING}${token ?? ''}` },
    data: {},
  };
}

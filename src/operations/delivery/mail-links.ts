import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../domain/refusal.ts';
import { hashToken } from '../../domain/session.ts';
import type { Limits } from '../../limits/limits.ts';
import { type StoredChannel, findChannelByToken, updateChannel } from '../../queries/channels.ts';
import { giveUpDeliveries } from '../../queries/deliveries.ts';
import { type TokenGuard, createTokenGuard } from '../token-guard.ts';
import { CONFIRMING, UNSUBSCRIBING } from './messages.ts';

/** What the link of a mail is for. */
export type MailLink = { readonly wish: 'confirm' | 'unsubscribe'; readonly token: string };

const WISHES = { [CONFIRMING]: 'confirm', [UNSUBSCRIBING]: 'unsubscribe' } as const;
const LONGEST_TOKEN = 100;

/** What the end of a link says; undefined for what is none. */
export function readMailLink(text: string): MailLink | undefined {
  const prefix = text.slice(0, CONFIRMING.length);
  if (text.length > LONGEST_TOKEN || (prefix !== CONFIRMING && prefix !== UNSUBSCRIBING)) return undefined;
  return { wish: WISHES[prefix], token: text.slice(prefix.length) };
}

export type MailGuard = TokenGuard<StoredChannel | undefined>;

export function createMailGuard(now: () => number, { failureLimit }: Limits): MailGuard {
  const isGood = (channel: StoredChannel | undefined) => channel !== undefined;
  return createTokenGuard({ what: 'links of mails', isGood, now, failureLimit });
}

export type MailParts = { readonly db: Database; readonly mailGuard: MailGuard };

type Opened = MailLink & { readonly client?: (() => string | undefined) | undefined };

/**
 * Confirms that mails may be sent to an address, or ends all mails of a channel to it (RFC 8058). Both may be repeated. Throws
 * MAIL_LINK_INVALID, and RATE_LIMITED after too many invalid links.
 */
export async function openMailLink(
  { db, mailGuard }: MailParts,
  { wish, token, client = () => undefined }: Opened,
  nowMs: number,
): Promise<void> {
  const tokenHash = hashToken(token);
  const channel = await mailGuard.lookUp(tokenHash, client, () => findChannelByToken(db, tokenHash));
  // one who has unsubscribed is asked again before anything is sent
  if (channel === undefined || (wish === 'confirm' && !channel.isEnabled))
    throw new Refusal('MAIL_LINK_INVALID');
  const { id, confirmedAtMs } = channel;
  if (wish === 'confirm') {
    if (confirmedAtMs === null) await updateChannel(db, id, { confirmedAtMs: nowMs });
    return;
  }
  await inTransaction(db, async (tx) => {
    await updateChannel(tx, id, { isEnabled: false, confirmedAtMs: null });
    await giveUpDeliveries(tx, id, 'the receiver unsubscribed');
  });
}

import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { ALERT_KINDS, type AlertKind } from '../../domain/alert.ts';
import { type ChannelKind, type Messaging, TargetRefused } from '../../domain/channel.ts';
import { canonicalEmail } from '../../domain/email.ts';
import { NO_DIGEST, nextDigestAt } from '../../domain/digest.ts';
import { Refusal, invalidParameter, quote } from '../../domain/refusal.ts';
import type { Secrets } from '../../domain/secrets.ts';
import { HOUR_MS } from '../../domain/time.ts';
import {
  type ChannelChange,
  type StoredChannel,
  countChannels,
  deleteChannel as deleteChannelRow,
  insertChannel,
  nextChannelId,
  rotateSecret,
  updateChannel,
} from '../../queries/channels.ts';
import { giveUpDeliveries, insertDelivery, retryDeliveries } from '../../queries/deliveries.ts';
import { startDigest } from '../../queries/digests.ts';
import { listSitesOf } from '../../queries/sites.ts';
import {
  channelSecretOf,
  generateSecret,
  openChannelSecret,
  sealNewChannel,
} from '../delivery/sealed-channel.ts';
import { requireFewConfirmations } from './few-messages.ts';
import { type Asker, type NamedAccount, inAccount } from './in-account.ts';
import {
  type Channel,
  channelOf,
  inChannel,
  lineOf,
  requireChannel,
  requireMessaging,
  requireOpen,
} from './in-channel.ts';
import { parseName } from './names.ts';

/** The secret of a webhook is shown only now; null for other kinds. */
export type CreatedChannel = { readonly channel: Channel; readonly secret: string | null };

/** What a channel needs: the check of where it leads, and what encrypts that. */
export type ChannelParts = {
  /** Undefined if the service sends no messages. */
  readonly messaging?: Messaging | undefined;
  readonly secrets?: Secrets | undefined;
};

type GivenChannel = {
  readonly kind: ChannelKind;
  readonly name: string;
  readonly target: string;
  readonly kinds: readonly AlertKind[] | undefined;
  /** None, or undefined: all. */
  readonly siteIds: readonly string[] | undefined;
  readonly digest: boolean | undefined;
};

export const MOST_CHANNELS = 20;
const OLD_SECRET_MS = 24 * HOUR_MS;

/**
 * Makes a channel of an account. An address that is not the account's is sent a mail to confirm, and nothing else before.
 * Throws CHANNEL_REFUSED, TOO_MANY_CHANNELS, INVALID_NAME, SITE_NOT_FOUND, and RATE_LIMITED for too many confirmations.
 */
export async function createChannel(
  asker: Asker,
  account: NamedAccount,
  given: GivenChannel,
  parts: ChannelParts,
): Promise<CreatedChannel> {
  const { kind } = given;
  const target = parseTarget(parts, kind, given.target);
  const secrets = requireSecrets(parts.secrets);
  const name = parseName(given.name);
  const kinds = [...new Set(given.kinds ?? ALERT_KINDS)];
  requireSomething(kinds, given.digest ?? false);
  const siteIds = await parseSites(asker, account.id, given.siteIds);
  return inAccount(asker, account, async (tx, { email }) => {
    await requireRoom(tx, account.id);
    const id = await nextChannelId(tx);
    const { sealed, secret, tokenHash } = sealNewChannel(secrets, { id, kind, target });
    const isConfirmed = kind !== 'email' || canonicalEmail(target) === canonicalEmail(email);
    const stored: StoredChannel = {
      ...{ id, accountId: account.id, kind, name, siteIds, isEnabled: true },
      ...sealed,
      confirmedAtMs: isConfirmed ? asker.nowMs : null,
      kinds,
      sendsDigest: given.digest ?? false,
    };
    await insertChannel(tx, { ...stored, tokenHash });
    if (!isConfirmed) await askToConfirm(tx, asker, stored);
    const channel = channelOf(stored, secrets);
    const line = { action: 'channel.create', detail: lineOf(channel) };
    return { result: { channel, secret }, lines: [line, ...(await startDigestOf(tx, asker, stored))] };
  });
}

/** The first channel that takes the digest has it sent every week, unless the owner has chosen before. */
async function startDigestOf(
  tx: Transaction<Tables>,
  { nowMs }: Asker,
  { accountId, sendsDigest }: StoredChannel,
): Promise<readonly { readonly action: string; readonly detail: string }[]> {
  if (!sendsDigest) return [];
  const weekly = { ...NO_DIGEST, every: 'weekly' } as const;
  const isNew = await startDigest(tx, accountId, { ...weekly, nextAtMs: nextDigestAt(weekly, nowMs) });
  return isNew ? [{ action: 'digest.set', detail: 'weekly, with the first channel that takes it' }] : [];
}

/** Throws INVALID_PARAMETER for a channel to which nothing would ever be sent. */
function requireSomething(kinds: readonly AlertKind[], sendsDigest: boolean): void {
  if (kinds.length === 0 && !sendsDigest)
    throw invalidParameter('kinds', '[]', 'at least one kind of alerts, unless the digest is sent');
}

async function requireRoom(tx: Transaction<Tables>, accountId: number): Promise<void> {
  if ((await countChannels(tx, accountId)) < MOST_CHANNELS) return;
  throw new Refusal('TOO_MANY_CHANNELS', {
    clause: `the account has ${MOST_CHANNELS} channels, which is the most it may have; delete one first`,
  });
}

async function askToConfirm(
  tx: Transaction<Tables>,
  { nowMs }: Asker,
  { id, accountId }: StoredChannel,
): Promise<void> {
  await requireFewConfirmations(tx, accountId, nowMs);
  const due = { madeAtMs: nowMs, attempts: 0, nextAtMs: nowMs } as const;
  await insertDelivery(tx, { accountId, channelId: id, type: 'confirmation', ...due });
}

function parseTarget({ messaging }: ChannelParts, kind: ChannelKind, text: string): string {
  const { channels, linkBase } = requireMessaging(messaging);
  try {
    const target = channels.parseTarget(kind, text);
    if (kind !== 'email' || linkBase !== '') return target;
    throw new TargetRefused('mails have links, so the operator must set PUBLIC_URL');
  } catch (error) {
    if (error instanceof TargetRefused) throw new Refusal('CHANNEL_REFUSED', { clause: error.message });
    throw error;
  }
}

function requireSecrets(secrets: Secrets | undefined): Secrets {
  if (secrets !== undefined) return secrets;
  throw new Refusal('CHANNEL_REFUSED', {
    clause:
      'where a channel leads is stored encrypted, and the service has no key for that: the operator must set SECRETS_KEY (32 bytes in base64, as "openssl rand -base64 32" prints them) and restart it',
  });
}

async function parseSites(
  { db }: Asker,
  accountId: number,
  given: readonly string[] | undefined,
): Promise<readonly string[] | null> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return null;
  const own = new Set((await listSitesOf(db, accountId)).map(({ id }) => id));
  const other = ids.find((id) => !own.has(id));
  if (other === undefined) return ids;
  throw new Refusal('SITE_NOT_FOUND', { clause: `the account has no site ${quote(other)}` });
}

/** What is given is changed. */
type GivenChange = {
  readonly name: string | undefined;
  readonly kinds: readonly AlertKind[] | undefined;
  /** None: all. */
  readonly siteIds: readonly string[] | undefined;
  readonly digest: boolean | undefined;
  readonly enabled: boolean | undefined;
};

/**
 * Changes a channel. What is still to be sent to one that is switched off is given up; one whose mails somebody unsubscribed
 * from asks them to confirm when it is switched on. Throws CHANNEL_NOT_FOUND, INVALID_NAME, SITE_NOT_FOUND.
 */
export async function changeChannel(
  asker: Asker,
  channelId: number,
  given: GivenChange,
  secrets: Secrets | undefined,
): Promise<Channel> {
  const { accountId } = await requireChannel(asker, channelId);
  const siteIds = given.siteIds && (await parseSites(asker, accountId, given.siteIds));
  return inChannel(asker, channelId, async (tx, channel) => {
    const change = changeOf(given, siteIds);
    const changed = { ...channel, ...change };
    requireSomething(changed.kinds, changed.sendsDigest);
    if (Object.keys(change).length > 0) await updateChannel(tx, channelId, change);
    if (channel.isEnabled !== changed.isEnabled) await switched(tx, asker, changed);
    const result = channelOf(changed, secrets);
    const line = { action: 'channel.change', detail: lineOf(result) };
    return { result, lines: [line, ...(await startDigestOf(tx, asker, changed))] };
  });
}

function changeOf(
  { name, kinds, digest, enabled }: GivenChange,
  siteIds: readonly string[] | null | undefined,
): ChannelChange {
  return {
    ...(name !== undefined && { name: parseName(name) }),
    ...(kinds !== undefined && { kinds: [...new Set(kinds)] }),
    ...(siteIds !== undefined && { siteIds }),
    ...(digest !== undefined && { sendsDigest: digest }),
    ...(enabled !== undefined && { isEnabled: enabled }),
  };
}

async function switched(tx: Transaction<Tables>, asker: Asker, channel: StoredChannel): Promise<void> {
  if (!channel.isEnabled) await giveUpDeliveries(tx, channel.id, 'the channel was switched off');
  else if (channel.confirmedAtMs === null) await askToConfirm(tx, asker, channel);
}

/** Deletes a channel; what is still to be sent to it is not. Throws CHANNEL_NOT_FOUND. */
export async function deleteChannel(asker: Asker, channelId: number): Promise<void> {
  await inChannel(asker, channelId, async (tx, { id, kind, name }) => {
    await deleteChannelRow(tx, id);
    await giveUpDeliveries(tx, id, 'the channel was deleted');
    return {
      result: undefined,
      lines: [{ action: 'channel.delete', detail: `${name} (${kind}, channel ${id})` }],
    };
  });
}

/** Gives a webhook another secret; for 24 hours the one before signs, too. Throws CHANNEL_NOT_FOUND, CHANNEL_REFUSED. */
export async function rotateChannelSecret(
  asker: Asker,
  channelId: number,
  secrets: Secrets | undefined,
): Promise<CreatedChannel> {
  const crypt = requireSecrets(secrets);
  return inChannel(asker, channelId, async (tx, channel) => {
    const { sealedSecret: sealed } = channel;
    if (sealed === null)
      throw new Refusal('CHANNEL_REFUSED', { clause: `a channel of the kind ${channel.kind} has no secret` });
    const secret = generateSecret();
    const old = openChannelSecret(crypt, { what: 'secret', channelId, sealed });
    await rotateSecret(tx, channelId, {
      sealed: crypt.seal(secret, channelSecretOf('secret')(channelId)),
      sealedOld: crypt.seal(old, channelSecretOf('old_secret')(channelId)),
      oldUntilMs: asker.nowMs + OLD_SECRET_MS,
    });
    const shownChannel = channelOf(channel, secrets);
    return {
      result: { channel: shownChannel, secret },
      lines: [{ action: 'channel.rotate-secret', detail: lineOf(shownChannel) }],
    };
  });
}

/** Sends again what was given up. Throws CHANNEL_NOT_FOUND, and CHANNEL_REFUSED for one that is switched off. */
export async function retryChannel(
  asker: Asker,
  channelId: number,
  secrets: Secrets | undefined,
): Promise<Channel> {
  return inChannel(asker, channelId, async (tx, channel) => {
    requireOpen(channel);
    const messages = await retryDeliveries(tx, channelId, asker.nowMs);
    const result = channelOf(channel, secrets);
    const line = { action: 'channel.retry', detail: `${lineOf(result)}: ${messages} messages` };
    return { result, lines: messages === 0 ? [] : [line] };
  });
}

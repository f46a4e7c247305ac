import type { Logger } from 'pino';
import { INTERNAL_ERROR, type Message, type Outcome, type Receiver } from '../../domain/channel.ts';
import { type Secrets, UnreadableSecret } from '../../domain/secrets.ts';
import type { Site } from '../../domain/site.ts';
import type { Database } from '../../database/database.ts';
import { type StoredAlert, listAlertsById } from '../../queries/alerts.ts';
import { type StoredChannel, listChannelsById } from '../../queries/channels.ts';
import type { DueDelivery } from '../../queries/deliveries.ts';
import { listDigestIssues } from '../../queries/digests.ts';
import { findSites } from '../../queries/sites.ts';
import { importDigest } from './import-digest.ts';
import { alertMessage, confirmationMessage } from './messages.ts';
import { openChannelSecret, receiverOf } from './sealed-channel.ts';

/** What is to be done about a message: send it, try it later, or give it up. */
export type Prepared = { readonly due: DueDelivery } & (
  | { readonly receiver: Receiver; readonly message: Message }
  | { readonly outcome: Exclude<Outcome, { readonly state: 'delivered' }> }
);

export type PreparingParts = {
  readonly db: Database;
  readonly secrets: Secrets | undefined;
  /** What links in messages begin with: PUBLIC_URL, or empty. */
  readonly linkBase: string;
  readonly now: () => number;
  readonly log: Logger;
};

/** What the messages say that are due, and where they go, by a few statements for all of them. */
export async function prepareDeliveries(
  parts: PreparingParts,
  due: readonly DueDelivery[],
): Promise<readonly Prepared[]> {
  const found = await readDue(parts.db, due);
  const prepared: Prepared[] = [];
  for (const one of due) prepared.push({ due: one, ...(await prepare(parts, one, found)) });
  return prepared;
}

type Found = {
  readonly channels: ReadonlyMap<number, StoredChannel & { readonly email: string }>;
  readonly alerts: ReadonlyMap<number, StoredAlert>;
  readonly sites: ReadonlyMap<string, Site>;
  readonly issues: ReadonlyMap<number, string>;
};

async function readDue(db: Database, due: readonly DueDelivery[]): Promise<Found> {
  const idsOf = (key: 'alertId' | 'digestIssueId') => [
    ...new Set(due.flatMap(({ [key]: id }) => (id === null ? [] : [id]))),
  ];
  const [channels, alerts, issues] = await Promise.all([
    listChannelsById(
      db,
      due.map(({ channelId }) => channelId),
    ),
    listAlertsById(db, idsOf('alertId')),
    listDigestIssues(db, idsOf('digestIssueId')),
  ]);
  const siteIds = [...new Set(alerts.flatMap(({ siteId }) => (siteId === null ? [] : [siteId])))];
  const sites = siteIds.length === 0 ? [] : await findSites(db, siteIds);
  return {
    channels: new Map(channels.map((channel) => [channel.id, channel])),
    alerts: new Map(alerts.map((alert) => [alert.id, alert])),
    sites: new Map(sites.map((site) => [site.id, site])),
    issues,
  };
}

async function prepare(parts: PreparingParts, due: DueDelivery, found: Found) {
  const channel = found.channels.get(due.channelId);
  if (channel === undefined) return gone('the channel was deleted');
  if (!channel.isEnabled) return gone('the channel was switched off');
  if (channel.confirmedAtMs === null && due.type !== 'confirmation')
    return gone('the address is not confirmed');
  if (channel.kind === 'email' && parts.linkBase === '') return failed('PUBLIC_URL is not set');
  try {
    const message = await messageOf(parts, due, channel, found);
    if (message === undefined) return gone('what it told of was deleted');
    return { receiver: receiverOf(parts.secrets, channel, parts.now()), message };
  } catch (error) {
    if (error instanceof UnreadableSecret) return failed(`it cannot be decrypted: ${error.message}`);
    // one that cannot be written keeps no other waiting
    parts.log.error({ err: error, channelId: channel.id }, 'message not written');
    return failed(INTERNAL_ERROR);
  }
}

function failed(reason: string) {
  return { outcome: { state: 'failed', reason } } as const;
}

function gone(reason: string) {
  return { outcome: { state: 'gone', reason } } as const;
}

/** Undefined if what it tells of is gone. */
async function messageOf(
  { secrets, linkBase }: PreparingParts,
  due: DueDelivery,
  channel: StoredChannel & { readonly email: string },
  { alerts, sites, issues }: Found,
): Promise<Message | undefined> {
  const { id: channelId, sealedToken: sealed } = channel;
  const token = sealed === null ? null : openChannelSecret(secrets, { what: 'token', channelId, sealed });
  const frame = { channelId, madeAtMs: due.madeAtMs, linkBase, token };
  if (due.type === 'confirmation') return confirmationMessage(frame, { number: due.id, by: channel.email });
  if (due.digestIssueId !== null) {
    const content = issues.get(due.digestIssueId);
    if (content === undefined) return undefined;
    const { digestMessage } = await importDigest();
    return digestMessage(frame, due.digestIssueId, content);
  }
  const alert = due.alertId === null ? undefined : alerts.get(due.alertId);
  if (alert === undefined) return undefined;
  const site = alert.siteId === null ? null : sites.get(alert.siteId);
  return site === undefined ? undefined : alertMessage(frame, alert, site);
}

import { ALERT_KINDS } from '../../src/domain/alert.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { listAlertsById } from '../../src/queries/alerts.ts';
import * as channels from '../../src/queries/channels.ts';
import * as deliveries from '../../src/queries/deliveries.ts';
import * as digests from '../../src/queries/digests.ts';
import type { Question } from './plan-contract.ts';
import {
  ALERTS_OF_ONE,
  CHANNELS_OF_ONE,
  DUE_DELIVERIES,
  DUE_DIGESTS,
  LATER_DELIVERIES,
} from './skewed-data.ts';

const START_MS = Date.parse('2026-01-01T00:00:00Z');
const NOW = Date.parse('2026-05-01T00:00:00Z');
/** The channel that had most messages. */
const BUSY = CHANNELS_OF_ONE;
/** One of another account, with a message that waits. */
const WAITING = CHANNELS_OF_ONE - 1 + 77;
const ALERTS = ALERTS_OF_ONE + 2_000;
const SOME = Array.from({ length: 10 }, (_, n) => 100 + n);

const CHANNEL: Parameters<typeof channels.insertChannel>[1] = {
  ...{ id: 1_000_000, accountId: 1, kind: 'webhook', name: 'name', sealedTarget: 'v1.key.nonce.text' },
  ...{
    sealedSecret: null,
    sealedOldSecret: null,
    oldSecretUntilMs: null,
    sealedToken: null,
    tokenHash: null,
  },
  ...{ confirmedAtMs: NOW, isEnabled: true, kinds: ALERT_KINDS, siteIds: null, sendsDigest: false },
};

export const CHANNEL_READS: readonly Question[] = [
  {
    of: channels.listChannels,
    when: 'of an account with many',
    ask: (db) => channels.listChannels(db, 1),
    may: { list_channels: { rows: CHANNELS_OF_ONE, by: ['channels_of_account'] } },
  },
  {
    of: channels.listChannelsById,
    when: 'ten of many',
    ask: (db) => channels.listChannelsById(db, SOME),
    may: { list_channels_by_id: { rows: 10, read: 20, by: ['channels_pkey', 'accounts_pkey'] } },
  },
  {
    of: channels.findChannel,
    when: 'one of many',
    ask: (db) => channels.findChannel(db, 777),
    may: { 'select channels': { rows: 1, by: ['channels_pkey'] } },
  },
  {
    of: channels.lockChannel,
    when: 'one of many',
    ask: (db) => inTransaction(db, (tx) => channels.lockChannel(tx, 777)),
    may: { 'select channels': { rows: 1, by: ['channels_pkey'] } },
  },
  {
    of: channels.findChannelByToken,
    when: 'one of many',
    ask: (db) => channels.findChannelByToken(db, 'mail777'),
    may: { find_channel_by_token: { rows: 1, by: ['channels_of_token'] } },
  },
  {
    of: channels.countChannels,
    when: 'of an account with many',
    ask: (db) => channels.countChannels(db, 1),
    may: { 'select channels': { rows: 1, read: CHANNELS_OF_ONE, by: ['channels_of_account'] } },
  },
  {
    of: channels.listDigestChannels,
    when: 'of an account with many',
    ask: (db) => channels.listDigestChannels(db, 1),
    may: { 'select channels': { rows: CHANNELS_OF_ONE, by: ['channels_of_account'] } },
  },
  {
    of: listAlertsById,
    when: 'ten of many',
    ask: (db) => listAlertsById(db, SOME),
    may: { list_alerts_by_id: { rows: 10, by: ['alerts_pkey'] } },
  },
  {
    of: deliveries.isAnythingDue,
    when: 'before anything is',
    ask: (db) => deliveries.isAnythingDue(db, START_MS - 1),
    may: { is_anything_due: { rows: 1, read: 2, by: ['deliveries_due', 'digests_due'] } },
  },
  {
    of: deliveries.isAnythingDue,
    when: 'when something is',
    ask: (db) => deliveries.isAnythingDue(db, NOW),
    may: { is_anything_due: { rows: 1, read: 2, by: ['deliveries_due', 'digests_due'] } },
  },
  {
    of: deliveries.listDueDeliveries,
    when: 'ten of fifty, but of one channel',
    ask: (db) => deliveries.listDueDeliveries(db, NOW, { busy: [CHANNELS_OF_ONE + 1], limit: 10 }),
    may: {
      list_due_deliveries: {
        rows: 10,
        read: 2 * (DUE_DELIVERIES + LATER_DELIVERIES) + 2 * DUE_DELIVERIES,
        by: ['deliveries_waiting', 'channels_pkey'],
      },
    },
  },
  {
    of: deliveries.countDeliveries,
    when: 'of a channel with many, and one with one',
    ask: (db) => deliveries.countDeliveries(db, [BUSY, WAITING]),
    may: { count_deliveries: { rows: 2, read: 2 * (ALERTS + 1), by: ['deliveries_of_channel'] } },
  },
  {
    of: deliveries.countDeliveriesByHand,
    when: 'of an account with one',
    ask: (db) => deliveries.countDeliveriesByHand(db, 777, START_MS),
    may: { count_deliveries_by_hand: { rows: 1, by: ['deliveries_by_hand'] } },
  },
  {
    of: digests.findDigest,
    when: 'of one of many accounts',
    ask: (db) => digests.findDigest(db, 777),
    may: { find_digest: { rows: 1, by: ['digests_pkey'] } },
  },
  {
    of: digests.listDueDigests,
    when: 'ten of fifty, but of one account',
    ask: (db) => digests.listDueDigests(db, NOW, { except: [1], limit: 10 }),
    may: {
      list_due_digests: { rows: 10, read: 2 * DUE_DIGESTS, by: ['digests_due', 'accounts_pkey'] },
    },
  },
  {
    of: digests.listDigestIssues,
    when: 'ten of many',
    ask: (db) => digests.listDigestIssues(db, SOME),
    may: { list_digest_issues: { rows: 10, by: ['digest_issues_pkey'] } },
  },
];

export const CHANNEL_WRITES: readonly Question[] = [
  {
    of: channels.nextChannelId,
    when: 'after many',
    ask: (db) => channels.nextChannelId(db),
    may: { 'select ': { rows: 1, read: 0, by: [] } },
  },
  {
    of: channels.insertChannel,
    when: 'beside many',
    ask: (db) => channels.insertChannel(db, CHANNEL),
    may: { 'insert channels': { rows: 1, read: 0, by: [] } },
  },
  {
    of: channels.updateChannel,
    when: 'one of many',
    ask: (db) => channels.updateChannel(db, 777, { name: 'other', isEnabled: false }),
    may: { 'update channels': { rows: 1, by: ['channels_pkey'] } },
  },
  {
    of: channels.rotateSecret,
    when: 'of one of many',
    ask: (db) => channels.rotateSecret(db, 777, { sealed: 'new', sealedOld: 'old', oldUntilMs: NOW }),
    may: { 'update channels': { rows: 1, by: ['channels_pkey'] } },
  },
  {
    of: channels.markFailing,
    when: 'one of many',
    ask: (db) => channels.markFailing(db, 777, NOW),
    may: { 'update channels': { rows: 1, by: ['channels_pkey'] } },
  },
  {
    of: channels.deleteChannel,
    when: 'one of many',
    ask: (db) => channels.deleteChannel(db, 777),
    may: { 'delete channels': { rows: 1, by: ['channels_pkey'] } },
  },
  {
    of: channels.deleteChannelsOf,
    when: 'of an account with many',
    ask: (db) => channels.deleteChannelsOf(db, 1),
    may: { 'delete channels': { rows: CHANNELS_OF_ONE, by: ['channels_of_account'] } },
  },
  {
    of: deliveries.insertDeliveriesOfAlerts,
    when: 'of two alerts to many channels, one of which has them',
    ask: (db) => deliveries.insertDeliveriesOfAlerts(db, [7, 8], NOW),
    may: {
      insert_deliveries_of_alerts: {
        rows: 2 * (CHANNELS_OF_ONE - 1),
        read: 2 + 2 * CHANNELS_OF_ONE,
        inserts: true,
        by: ['alerts_pkey', 'channels_of_account', 'deliveries_of_alert'],
      },
    },
  },
  {
    of: deliveries.insertDelivery,
    when: 'beside many',
    ask: (db) =>
      deliveries.insertDelivery(db, {
        ...{ accountId: 1, channelId: BUSY, type: 'test', madeAtMs: NOW, attempts: 1, nextAtMs: null },
      }),
    may: { 'insert deliveries': { rows: 1, read: 0, by: [] } },
  },
  {
    of: deliveries.beginAttempt,
    when: 'of one that was delivered',
    ask: (db) => deliveries.beginAttempt(db, { id: 77, attempts: 1 }, { atMs: NOW, untilMs: NOW + 1 }),
    may: { 'update deliveries': { rows: 0, read: 1, by: ['deliveries_pkey'] } },
  },
  {
    of: deliveries.endAttempt,
    when: 'of one of many',
    ask: (db) =>
      deliveries.endAttempt(
        db,
        { id: 77, attempts: 1 },
        { state: 'failed', atMs: NOW, reason: 'reason', nextAtMs: NOW },
      ),
    may: { 'update deliveries': { rows: 1, by: ['deliveries_pkey'] } },
  },
  {
    of: deliveries.giveUpDeliveries,
    when: 'of a channel where one waits',
    ask: (db) => deliveries.giveUpDeliveries(db, WAITING, 'reason'),
    may: { 'update deliveries': { rows: 1, by: ['deliveries_of_channel', 'deliveries_waiting'] } },
  },
  {
    of: deliveries.retryDeliveries,
    when: 'of a channel where none was given up',
    ask: (db) => deliveries.retryDeliveries(db, WAITING, NOW),
    may: { 'update deliveries': { rows: 0, read: 1, by: ['deliveries_of_channel'] } },
  },
  {
    of: deliveries.deleteOldDeliveries,
    when: 'some of the oldest',
    ask: (db) => deliveries.deleteOldDeliveries(db, START_MS + DAY_MS, 10),
    may: { 'delete deliveries': { rows: 10, read: 20, by: ['deliveries_by_time', 'deliveries_pkey'] } },
  },
  {
    of: digests.saveDigest,
    when: 'that is known',
    ask: (db) => digests.saveDigest(db, 777, { every: 'monthly', weekday: 1, hour: 7, nextAtMs: NOW }),
    may: { 'insert digests': { rows: 1, read: 0, inserts: true, by: [] } },
  },
  {
    of: digests.startDigest,
    when: 'that is known',
    ask: (db) => digests.startDigest(db, 777, { every: 'weekly', weekday: 1, hour: 7, nextAtMs: NOW }),
    may: { 'insert digests': { rows: 0, read: 0, inserts: true, by: [] } },
  },
  {
    of: digests.planDigest,
    when: 'of one of many accounts',
    ask: (db) => digests.planDigest(db, { accountId: 7, atMs: START_MS }, NOW),
    may: { 'update digests': { rows: 1, by: ['digests_pkey'] } },
  },
  {
    of: digests.deleteDigest,
    when: 'of one of many accounts',
    ask: (db) => digests.deleteDigest(db, 777),
    may: { 'delete digests': { rows: 1, by: ['digests_pkey'] } },
  },
  {
    of: digests.insertDigestIssue,
    when: 'beside many',
    ask: (db) => digests.insertDigestIssue(db, 1, { madeAtMs: NOW, content: '{}' }),
    may: { 'insert digest_issues': { rows: 1, read: 0, by: [] } },
  },
  {
    of: digests.deleteOldDigestIssues,
    when: 'some of the oldest',
    ask: (db) => digests.deleteOldDigestIssues(db, START_MS + DAY_MS, 10),
    may: {
      'delete digest_issues': { rows: 10, read: 20, by: ['digest_issues_by_time', 'digest_issues_pkey'] },
    },
  },
];

import type { Logger } from 'pino';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { digestDays, nextDigestAt } from '../../domain/digest.ts';
import type { PlanCatalogue } from '../../domain/plan.ts';
import type { Database } from '../../database/database.ts';
import { isAway } from '../../database/lost-connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { listDigestChannels } from '../../queries/channels.ts';
import { insertDelivery } from '../../queries/deliveries.ts';
import { type DueDigest, insertDigestIssue, listDueDigests, planDigest } from '../../queries/digests.ts';
import { importDigest } from './import-digest.ts';

export type DigestParts = {
  readonly db: Database;
  readonly plans: PlanCatalogue;
  readonly catalogue: () => Catalogue;
  readonly log: Logger;
  readonly now: () => number;
};

/** Makes digests that are due, a few at a time, and says whether there may be more. */
export type DigestMaker = { makeDue(): Promise<boolean> };

/** Accounts that are looked at in one go; then messages have their turn. */
const PAGE = 5;
/** One that could not be made is tried again after this time. */
const AGAIN_MS = 10 * 60_000;

export function createDigestMaker(parts: DigestParts): DigestMaker {
  const { db, log, now } = parts;
  /** When the digest of an account is tried again. */
  const notBeforeMs = new Map<number, number>();
  return {
    async makeDue() {
      const nowMs = now();
      for (const [accountId, atMs] of notBeforeMs) if (atMs <= nowMs) notBeforeMs.delete(accountId);
      const due = await listDueDigests(db, nowMs, { except: [...notBeforeMs.keys()], limit: PAGE });
      for (const digest of due)
        try {
          await makeDigest(parts, digest);
        } catch (err) {
          if (isAway(err)) throw err;
          notBeforeMs.set(digest.accountId, nowMs + AGAIN_MS);
          log.warn({ err, accountId: digest.accountId }, 'digest not made');
        }
      return due.length === PAGE;
    },
  };
}

/** Makes a digest, what is to be sent of it, and the time of the next one: all or nothing. */
async function makeDigest(parts: DigestParts, due: DueDigest): Promise<void> {
  const { db, now } = parts;
  const { accountId, plan, every, weekday, hour, atMs } = due;
  const nowMs = now();
  const channels = await listDigestChannels(db, accountId);
  const { gatherDigest, sitesOf, writeIssue } = await importDigest();
  const content =
    channels.length === 0
      ? undefined
      : await gatherDigest(
          { ...parts, catalogue: parts.catalogue() },
          { id: accountId, plan },
          { every, ...digestDays(every, atMs) },
          nowMs,
        );
  await inTransaction(db, async (tx) => {
    // the owner may have changed it, or another process made it, meanwhile
    const isPlanned = await planDigest(tx, due, nextDigestAt(due, nowMs));
    if (!isPlanned || content === undefined || sitesOf(content) === 0) return;
    const issue = { madeAtMs: nowMs, content: writeIssue(content, { weekday, hour }) };
    const digestIssueId = await insertDigestIssue(tx, accountId, issue);
    for (const channelId of channels)
      await insertDelivery(tx, {
        ...{
          accountId,
          channelId,
          type: 'digest',
          digestIssueId,
          madeAtMs: nowMs,
          attempts: 0,
          nextAtMs: nowMs,
        },
      });
  });
}

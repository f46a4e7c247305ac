import type { RequestContext } from '../../context.ts';
import type { Delivery } from '../../domain/channel.ts';
import { type Digest, type DigestPeriod, NO_DIGEST, digestDays, nextDigestAt } from '../../domain/digest.ts';
import { invalidParameter } from '../../domain/refusal.ts';
import { inTransaction } from '../../database/transaction.ts';
import { listChannelsById, listDigestChannels } from '../../queries/channels.ts';
import { insertDelivery } from '../../queries/deliveries.ts';
import { findDigest, insertDigestIssue, saveDigest } from '../../queries/digests.ts';
import { requireOwner } from '../access.ts';
import { importDigest } from '../delivery/import-digest.ts';
import { ATTEMPT_MS } from '../delivery/outbox.ts';
import { attemptOf } from '../delivery/schedule.ts';
import type { DigestContent } from '../digest/content.ts';
import { requireFewMessages } from './few-messages.ts';
import { byOwner, inAccount } from './in-account.ts';
import { requireMessaging } from './in-channel.ts';
import { noteAttempt, sendNow } from './send-now.ts';

/** When the digest of the owner's account is sent. Throws OWNER_REQUIRED. */
export async function ownDigest(ctx: RequestContext): Promise<Digest> {
  const { accountId } = requireOwner(ctx);
  return (await findDigest(ctx.db, accountId)) ?? NO_DIGEST;
}

type GivenDigest = {
  /** Undefined: off. */
  readonly every: DigestPeriod | undefined;
  readonly weekday: number | undefined;
  readonly hour: number | undefined;
};

/** Sets when the digest is sent, all at once. Throws OWNER_REQUIRED, INVALID_PARAMETER. */
export async function setDigest(ctx: RequestContext, given: GivenDigest): Promise<Digest> {
  const owner = byOwner(ctx);
  const { every = null } = given;
  const weekday = within('weekday', given.weekday ?? NO_DIGEST.weekday, 1, 7);
  const hour = within('hour', given.hour ?? NO_DIGEST.hour, 0, 23);
  const nextAtMs = every === null ? null : nextDigestAt({ every, weekday, hour }, ctx.nowMs);
  const digest = { every, weekday, hour, nextAtMs };
  return inAccount(owner, owner.own, async (tx, { id }) => {
    await saveDigest(tx, id, digest);
    const detail = every === null ? 'off' : `${every}, weekday ${weekday}, ${hour}:00 UTC`;
    return { result: digest, lines: [{ action: 'digest.set', detail }] };
  });
}

function within(name: string, given: number, least: number, most: number): number {
  if (given >= least && given <= most) return given;
  throw invalidParameter(name, given, `a whole number from ${least} to ${most}`);
}

/** The digest that would be sent now, of the full days before today, or of the last month. Throws OWNER_REQUIRED. */
async function currentDigest(
  ctx: RequestContext,
): Promise<{ readonly content: DigestContent; readonly digest: Digest }> {
  const { accountId: id, plan } = requireOwner(ctx);
  const digest = await ownDigest(ctx);
  const every = digest.every ?? 'weekly';
  const days = { every, ...digestDays(every, ctx.nowMs) };
  const { gatherDigest } = await importDigest();
  const content = await gatherDigest(ctx, { id, plan }, days, ctx.nowMs);
  return { content, digest };
}

function sentAtOf({ every, weekday, hour }: Digest) {
  return { weekday, hour, isOff: every === null };
}

/** The document of the digest that would be sent now, with links of this service. Throws OWNER_REQUIRED. */
export async function previewDigest(ctx: RequestContext): Promise<string> {
  const { content, digest } = await currentDigest(ctx);
  const { digestHtml, digestLinks } = await importDigest();
  return digestHtml(content, digestLinks({ linkBase: '', token: null }, sentAtOf(digest)));
}

/**
 * Sends the digest at once to each channel that wants it, and tells how that went; what failed is tried again. Throws
 * OWNER_REQUIRED, RATE_LIMITED, CHANNEL_REFUSED.
 */
export async function sendDigest(ctx: RequestContext): Promise<readonly Delivery[]> {
  const { db, nowMs, secrets } = ctx;
  const { accountId } = requireOwner(ctx);
  const messaging = requireMessaging(ctx.messaging);
  const ids = await listDigestChannels(db, accountId);
  await requireFewMessages(db, accountId, nowMs, ids.length);
  if (ids.length === 0) return [];
  const { content, digest } = await currentDigest(ctx);
  const { digestMessage, writeIssue } = await importDigest();
  const text = writeIssue(content, sentAtOf(digest));
  const { issueId, numbers } = await store(ctx, accountId, { ids, text });
  const channels = await listChannelsById(db, ids);
  return Promise.all(
    channels.map(async (channel) => {
      const outcome = await sendNow({ messaging, secrets, nowMs }, channel, (frame) =>
        digestMessage(frame, issueId, text),
      );
      const attempt = attemptOf(outcome, { attempts: 1, atMs: nowMs, chance: Math.random() });
      const which = { id: numbers.get(channel.id) ?? 0, channelId: channel.id };
      return noteAttempt(db, which, outcome, attempt);
    }),
  );
}

/** Stores the digest and what is sent of it, as attempts that are under way. */
async function store(
  { db, nowMs }: RequestContext,
  accountId: number,
  { ids, text }: { readonly ids: readonly number[]; readonly text: string },
) {
  return inTransaction(db, async (tx) => {
    await requireFewMessages(tx, accountId, nowMs, ids.length);
    const issueId = await insertDigestIssue(tx, accountId, { madeAtMs: nowMs, content: text });
    const made = { accountId, type: 'digest', digestIssueId: issueId, madeAtMs: nowMs } as const;
    const first = { attempts: 1, nextAtMs: nowMs + ATTEMPT_MS } as const;
    const numbers = new Map<number, number>();
    for (const channelId of ids)
      numbers.set(channelId, await insertDelivery(tx, { ...made, ...first, channelId }));
    return { issueId, numbers };
  });
}

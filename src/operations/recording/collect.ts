import type { RequestContext } from '../../context.ts';
import { Refusal, supportAt } from '../../domain/refusal.ts';
import { formatInstant, startOfNextMonth } from '../../domain/time.ts';
import type { Idempotency } from '../../queries/collected-requests.ts';
import type { RequestRules } from '../../recording/classify-request.ts';
import { ITEM_FIELDS } from '../../recording/item-fields.ts';
import { type Items, readItems } from '../../recording/read-items.ts';
import { accessSite } from '../access.ts';
import { recordingRefusalOf } from '../refusal-of.ts';
import { requireSiteId } from '../rules.ts';
import { type ClassifiedItems, classifyItems } from './classify-items.ts';
import type { Committer } from './committer.ts';
import { liftingQuota } from './quota.ts';
import type { RequestOutcome } from './site-request.ts';
import type { SourceKey, SourceNotes, SourceReport } from './source-notes.ts';

/** What submissions are recorded with, and how raw requests are classified. */
export type CollectParts = {
  readonly committer: Committer;
  readonly rules: RequestRules;
  readonly sources: SourceNotes;
};

/** The fields of a raw request. A newer sender may know more, and leaves those out. */
export const REQUEST_FIELDS = ITEM_FIELDS.request;

/** What one request brings: all of it is recorded, or nothing. */
export type Submission = {
  readonly siteId: string;
  /** Events, and raw requests that may become some. */
  readonly items: Items;
  /** What makes it the same as an earlier request; undefined for one that cannot be repeated safely. */
  readonly idempotency: Idempotency | undefined;
  /** What sent the request. */
  readonly sentBy: SentBy;
  /** The size of its body. */
  readonly bytes: number;
};

export type SentBy = 'collector' | 'middleware';

/** The answer to a recorded request. */
export type Receipt = {
  readonly recorded: number;
  readonly passedOver: number;
  /** True for the answer of an earlier request with the same key and body. */
  readonly isReplayed: boolean;
};

/**
 * Records a submission to the site of the caller's key, and returns once it is stored. A submission that repeats an earlier
 * one gets the same receipt, even when the month's quota is spent. INVALID_PARAMETER, MISSING_SITE_ID, SITE_NOT_FOUND,
 * OVERLOADED when too many events wait to be written, IDEMPOTENCY_KEY_REUSED, LIMIT_EXCEEDED. After CommitUnknown the
 * submission may be recorded or not; after any other error it is not.
 */
export async function collect(
  ctx: RequestContext,
  { committer, rules, sources }: CollectParts,
  { siteId, items, idempotency, sentBy, bytes }: Submission,
): Promise<Receipt> {
  const { nowMs, caller } = ctx;
  const read = readItems(items, nowMs, rules);
  const site = await accessSite(ctx, requireSiteId(siteId), 'record');
  // read with the key
  const exclusions = await ctx.loaders.exclusions.load(site.id);
  const classified = classifyItems(read, site.domain, { ...rules, exclusions });
  const { events } = classified;
  const passedOver = read.length - classified.withEvents;
  const request = { site, plan: caller.plan, nowMs, idempotency, events, passedOver };
  const outcome = await committer.record(request);
  const receipt = receiptOf(outcome, ctx, events.length);
  sources.note(
    sourceOf(ctx, site.id, sentBy),
    reportOf(receipt, classified, { records: read.length, bytes }),
    nowMs,
  );
  return receipt;
}

/** Notes that a request of a key that may record to the site was refused. Its values stay with who sent them. */
export function noteRefused(
  ctx: RequestContext,
  { sources }: Pick<CollectParts, 'sources'>,
  { siteId, sentBy, thrown }: Pick<Submission, 'siteId' | 'sentBy'> & { readonly thrown: unknown },
): void {
  if (ctx.caller.kind !== 'collector' || ctx.caller.siteId !== siteId) return;
  const { status, message } = recordingRefusalOf(thrown);
  const [reason = message] = message.split('; got ');
  sources.refuse(sourceOf(ctx, siteId, sentBy), { status, reason }, ctx.nowMs);
}

function sourceOf({ caller }: RequestContext, siteId: string, kind: SentBy): SourceKey {
  const keyId = caller.kind === 'collector' ? caller.keyId : undefined;
  return { siteId, kind, name: '', keyId };
}

/** A request that repeats an earlier one brings nothing but repeats. */
function reportOf(
  { recorded, passedOver, isReplayed }: Receipt,
  { withEvents, skipped, robots, seen }: ClassifiedItems,
  batch: Pick<SourceReport, 'records' | 'bytes'>,
): SourceReport {
  const common = { ...batch, lastEvent: recorded > 0 && !isReplayed, limits: [], seen };
  if (isReplayed) return { ...common, events: 0, repeats: batch.records, skipped: new Map() };
  // an item with an id that is recorded is passed over only when it is stored
  const repeats = passedOver - (batch.records - withEvents);
  return { ...common, events: withEvents - repeats, repeats, skipped, robots };
}

function receiptOf(outcome: RequestOutcome, ctx: RequestContext, events: number): Receipt {
  switch (outcome.kind) {
    case 'stored':
    case 'replayed':
      return {
        recorded: outcome.recorded,
        passedOver: outcome.passedOver,
        isReplayed: outcome.kind === 'replayed',
      };
    case 'key-reused':
      throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    case 'over-quota':
      throw limitExceeded(ctx, events);
    case 'overloaded':
      throw new Refusal('OVERLOADED');
    case 'site-gone':
      throw new Refusal('SITE_NOT_FOUND');
    case 'failed':
    case 'unknown':
      throw outcome.cause;
  }
}

function limitExceeded(ctx: RequestContext, events: number): Refusal {
  const { plans, caller, nowMs, service } = ctx;
  const { plan } = caller;
  const limit = plans[plan].eventsPerMonth.toLocaleString('en');
  const nextMonth = formatInstant(startOfNextMonth(nowMs));
  return new Refusal('LIMIT_EXCEEDED', {
    message:
      `The quota of ${limit} events a month has no room for ${events} more: nothing of this request was recorded. ` +
      `There is room again from ${nextMonth} on. For more at once, ask ${supportAt(service.supportContact)}. ` +
      `If you run the service yourself: ${liftingQuota({ plan })}.`,
  });
}

import type { RequestContext } from '../../context.ts';
import { Refusal, supportAt } from '../../domain/refusal.ts';
import { formatInstant, startOfNextMonth } from '../../domain/time.ts';
import type { Idempotency } from '../../queries/collected-requests.ts';
import type { RequestRules } from '../../recording/classify-request.ts';
import { ITEM_FIELDS } from '../../recording/item-fields.ts';
import { type Items, readItems } from '../../recording/read-items.ts';
import { accessSite } from '../access.ts';
import { requireSiteId } from '../rules.ts';
import { classifyItems } from './classify-items.ts';
import type { Committer } from './committer.ts';
import { liftingQuota } from './quota.ts';
import type { RequestOutcome } from './site-request.ts';
import type { SourceNotes } from './source-notes.ts';

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
  readonly sentBy: 'collector' | 'middleware';
};

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
  { siteId, items, idempotency, sentBy }: Submission,
): Promise<Receipt> {
  const { nowMs, caller } = ctx;
  const read = readItems(items, nowMs, rules);
  const site = await accessSite(ctx, requireSiteId(siteId), 'record');
  const { events, passedOver } = classifyItems(read, site.domain, rules);
  const request = { site, plan: caller.plan, nowMs, idempotency, events, passedOver };
  const outcome = await committer.record(request);
  if (outcome.kind === 'stored' && outcome.recorded > 0)
    sources.note({ siteId: site.id, kind: sentBy }, nowMs);
  return receiptOf(outcome, ctx, events.length);
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

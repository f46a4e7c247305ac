import type { Plan } from '../../domain/plan.ts';
import type { Site } from '../../domain/site.ts';
import type { CollectedRequest } from '../../queries/collected-requests.ts';
import type { Reservation } from './quota.ts';

/** A request to record, its site, and its account as it was when the request arrived. */
export type SiteRequest = CollectedRequest & {
  readonly site: Site;
  readonly plan: Plan;
  readonly nowMs: number;
};

/** What became of a request. All of it is recorded, or nothing. */
export type RequestOutcome =
  | { readonly kind: 'stored'; readonly recorded: number; readonly passedOver: number }
  /** An earlier request with the same key and body was stored; this is its result. */
  | { readonly kind: 'replayed'; readonly recorded: number; readonly passedOver: number }
  /** An earlier request with the same key had another body. */
  | { readonly kind: 'key-reused' }
  /** The account's month has no room for its events. */
  | { readonly kind: 'over-quota' }
  /** Too many events wait to be written. */
  | { readonly kind: 'overloaded' }
  /** The site was deleted. */
  | { readonly kind: 'site-gone' }
  /** Certainly not stored. */
  | { readonly kind: 'failed'; readonly cause: unknown }
  /** No answer came to the commit: it may be stored or not. */
  | { readonly kind: 'unknown'; readonly cause: unknown };

/** A request that waits for its outcome. */
export type Pending = {
  /** Without the events of requests that are found to be recorded before; those count as passed over. */
  request: SiteRequest;
  /** The room in the month that its events hold, once it is granted; a retry uses the same. */
  reservation: Reservation | undefined;
  readonly settle: (outcome: RequestOutcome) => void;
};

/** Requests of one site in the order of their arrival, and its account as the latest of them found it. */
export type Group = Pick<SiteRequest, 'site' | 'plan' | 'nowMs'> & { readonly pending: readonly Pending[] };

/** An outcome, or "undecided" for a request that is written again with the next group. */
export type RequestDecision = RequestOutcome | 'undecided';

export type Decisions = ReadonlyMap<Pending, RequestDecision>;

/** The same question decided for each of the requests; those for which it has no answer stay open. */
export function decideEach(
  pending: readonly Pending[],
  decide: (one: Pending) => RequestDecision | undefined,
): Decisions {
  const decisions = new Map<Pending, RequestDecision>();
  for (const one of pending) {
    const decision = decide(one);
    if (decision !== undefined) decisions.set(one, decision);
  }
  return decisions;
}

export function needsRoom({ request, reservation }: Pending): boolean {
  return request.events.length > 0 && reservation === undefined;
}

/** True if its Idempotency-Key is among these. */
export function hasKeyIn({ request: { idempotency } }: Pending, keyHashes: ReadonlySet<string>): boolean {
  return idempotency !== undefined && keyHashes.has(idempotency.keyHash);
}

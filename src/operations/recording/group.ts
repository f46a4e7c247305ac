import type { Plan } from '../../domain/plan.ts';
import type { Site } from '../../domain/site.ts';
import type { CollectedRequest } from '../../queries/collected-requests.ts';
import type { Recorder } from './record-events.ts';

/** A request to record, its site, and its account as the request found it. */
export type SiteRequest = CollectedRequest & {
  readonly site: Site;
  readonly plan: Plan;
  readonly nowMs: number;
};

/** What a recorded request is answered. */
export type Receipt = {
  readonly recorded: number;
  readonly passedOver: number;
  /** The answer of an earlier request with the same key and body. */
  readonly isReplayed: boolean;
};

/** A request that waits for its answer. */
export type Waiting = {
  readonly request: SiteRequest;
  /** It was written once, and nobody knows whether the commit came to pass. */
  readonly isUnsure: boolean;
  readonly resolve: (receipt: Receipt) => void;
  readonly reject: (reason: unknown) => void;
};

/** Requests of one site in the order of their arrival, and its account as the newest found it. */
export type Group = Pick<SiteRequest, 'site' | 'plan' | 'nowMs'> & { readonly waiting: readonly Waiting[] };

export type GroupWriter = Pick<Recorder, 'db' | 'slot' | 'plans'>;

export function countEvents(waiting: readonly Waiting[]): number {
  return waiting.reduce((sum, { request }) => sum + request.events.length, 0);
}

/** The hash of its Idempotency-Key, if it has one. */
export function keyOf({ request }: Waiting): string | undefined {
  return request.idempotency?.keyHash;
}

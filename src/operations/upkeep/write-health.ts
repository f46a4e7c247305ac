import type { RequestOutcome } from '../recording/site-request.ts';

/** Why the database could not be written, although it could be read. */
export type WriteFault = 'database is read-only' | 'database disk is full' | 'database fails to write';

/** Whether writes succeed, as far as the latest requests show. */
export type WriteHealth = {
  note(outcome: RequestOutcome): void;
  /** The fault of the latest write, unless it was long ago: without new requests, nothing would show its end. */
  recentFault(): WriteFault | undefined;
};

const RECENT_MS = 30_000;

/** By SQLSTATE. What concerns one site or request is no fault of the database: locks, limits, data it refuses. */
const FAULTS: readonly (readonly [code: RegExp, fault: WriteFault])[] = [
  [/^25006$/, 'database is read-only'],
  [/^53100$/, 'database disk is full'],
  [/^(53|58)...$/, 'database fails to write'],
];

export function createWriteHealth(now: () => number): WriteHealth {
  let latest: { readonly fault: WriteFault; readonly atMs: number } | undefined;
  return {
    note(outcome) {
      const fault = outcome.kind === 'failed' ? faultOf(outcome.cause) : undefined;
      if (fault !== undefined) latest = { fault, atMs: now() };
      else if (outcome.kind === 'stored' && outcome.recorded > 0) latest = undefined;
    },
    recentFault: () => (latest && now() - latest.atMs < RECENT_MS ? latest.fault : undefined),
  };
}

function faultOf(cause: unknown): WriteFault | undefined {
  const { code = '' } = cause as { readonly code?: string };
  return FAULTS.find(([codes]) => codes.test(code))?.[1];
}

import { createHmac, randomBytes } from 'node:crypto';
import type { Landing } from '../../domain/attribution.ts';
import type { Client } from '../../domain/event.ts';
import { type Landed, type LandingIndex, createLandingIndex } from './landing-index.ts';

/** Landings that one process remembers, by a secret that no other knows. */
export type OwnLandings = {
  add(siteId: string, landing: Landing, nowMs: number): void;
  /** The latest landing of a client between two times, both included; of those at one time the last that was added. */
  last(siteId: string, client: Client, fromMs: number, untilMs: number): Landed | undefined;
  /** Forgets what was added so long ago that it is over. */
  forget(nowMs: number): void;
};

type Keeping = {
  /** How long a landing is kept; Infinity: until the process ends. */
  readonly keepMs: number;
  /** How many are kept: of more, the oldest are forgotten first. */
  readonly most?: number;
};

/** About 150 MB. */
const MOST = 1_000_000;

/** What is forgotten together: so much longer at most is a landing kept, and so many fewer than allowed are there. */
const PARTS = 30;

/** Landings that were added one after the other. */
type Part = { readonly beganMs: number; readonly index: LandingIndex; count: number };

/** Makes an empty memory. */
export function createOwnLandings({ keepMs, most = MOST }: Keeping): OwnLandings {
  const keyOf = createKeys();
  const partMs = keepMs / PARTS;
  const mostInPart = Math.ceil(most / PARTS);
  let parts: Part[] = [];

  function partAt(nowMs: number): Part {
    const last = parts.at(-1);
    if (last !== undefined && last.count < mostInPart && nowMs < last.beganMs + partMs) return last;
    const part = { beganMs: nowMs, index: createLandingIndex(), count: 0 };
    parts = [...parts.slice(1 - PARTS), part];
    return part;
  }

  return {
    add(siteId, { client, createdAtMs, source }, nowMs) {
      const part = partAt(nowMs);
      if (part.index.add(keyOf(siteId, client), { landedMs: createdAtMs, source })) part.count += 1;
    },
    last(siteId, client, fromMs, untilMs) {
      if (parts.length === 0) return undefined;
      const key = keyOf(siteId, client);
      let latest: Landed | undefined;
      for (const { index } of parts) {
        const landed = index.last(key, latest?.landedMs ?? fromMs, untilMs);
        if (landed !== undefined) latest = landed;
      }
      return latest;
    },
    forget(nowMs) {
      parts = parts.filter(({ beganMs }) => nowMs < beganMs + partMs + keepMs);
    },
  };
}

function createKeys(): (siteId: string, client: Client) => string {
  const secret = randomBytes(32);
  return (siteId, client) =>
    createHmac('sha256', secret).update(`${siteId}\0${client}`).digest().toString('latin1', 0, 8);
}

import { makeKey, makeOwner, makeSite } from '../support/makers.ts';
import type { Days } from '../support/oracle.ts';
import { type Answer, type Asked, type Caller, createCaller } from './caller.ts';
import { type Journal, codeOf, createJournal, failureOf } from './journal.ts';
import { type Ledger, createLedger } from './ledger.ts';
import { daysBefore } from './made-events.ts';
import { type Topology, type TopologyOptions, startTopology } from './topology.ts';

/** A site that recorders fill, with its keys. */
export type DrivenSite = {
  readonly ledger: Ledger;
  /** Reads the account. */
  readonly readKey: string;
  /** Records to the site. */
  readonly collectKey: string;
  readonly accountId: number;
  readonly email: string;
};

/** Everything a run works with. */
export type World = {
  readonly topology: Topology;
  readonly sites: readonly DrivenSite[];
  readonly days: Days;
  readonly journal: Journal;
  /**
   * Asks one of the processes. Notes the call, and a failure as one of the actor; then there is no answer. A refusal is an
   * answer.
   */
  readonly ask: (actor: string, process: number, asked: Asked) => Promise<Answer | undefined>;
  /** The driver's own, for calls that are not noted. */
  readonly caller: Caller;
  readonly close: () => Promise<void>;
};

export type WorldOptions = Pick<TopologyOptions, 'diskMb'> & {
  /** How many sites are recorded to, each in an account of its own. */
  readonly sites: number;
  /** When an actor gives up a call. */
  readonly callWithinMs: number;
  readonly env?: Readonly<Record<string, string>>;
};

export const EVENTS_PER_BATCH = 10;

/** What pages of the service send as their Origin. */
export const PUBLIC_URL = 'http://127.0.0.1:4000';

/** Nothing that a driver does comes near it. */
const PRO_REQUESTS_PER_MINUTE = 1_000_000;

const ENV = {
  PUBLIC_URL,
  PRO_REQUESTS_PER_MINUTE: String(PRO_REQUESTS_PER_MINUTE),
  PRO_EVENTS_PER_MONTH: 'unlimited',
  FREE_EVENTS_PER_MONTH: '1',
};

export async function createWorld({ diskMb, sites, callWithinMs, env }: WorldOptions): Promise<World> {
  const topology = await startTopology({ diskMb, env: { ...ENV, ...env } });
  const days = daysBefore(Date.now());
  const caller = createCaller(callWithinMs);
  const journal = createJournal();
  return {
    topology,
    days,
    journal,
    caller,
    sites: await Promise.all(Array.from({ length: sites }, () => makeDrivenSite(topology, days))),
    async ask(actor, process, asked) {
      const fromMs = performance.now();
      const called = await caller.call(topology.processes[process % 2]?.url ?? '', asked);
      journal.note(actor, process % 2, fromMs, called);
      return called.kind === 'answer' && failureOf(called) === undefined ? called : undefined;
    },
    async close() {
      caller.close();
      await topology.close();
    },
  };
}

/** A site of an account of its own on the Pro plan. */
export async function makeDrivenSite({ db }: Pick<Topology, 'db'>, days: Days): Promise<DrivenSite> {
  const { accountId, email, key: readKey } = await makeOwner(db, 'pro');
  const { id } = await makeSite(db, accountId);
  const { key: collectKey } = await makeKey(db, accountId, id);
  return { ledger: createLedger(id, days, EVENTS_PER_BATCH), readKey, collectKey, accountId, email };
}

export function bearer(key: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${key}` };
}

/** An answer in a few words, for what was wrong with it. */
export function shown({ status, body }: Answer): string {
  return `${status} ${codeOf(body) ?? JSON.stringify(body ?? null).slice(0, 200)}`;
}

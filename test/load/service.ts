import type { Days } from '../support/oracle.ts';
import { type Answer, type Asked, type Caller, createCaller } from './caller.ts';
import { type Journal, codeOf, createJournal, failureOf } from './journal.ts';
import type { Ledger } from './ledger.ts';
import type { Environment } from './served.ts';

/** A site that recorders fill, with its keys. */
export type DrivenSite = {
  readonly ledger: Ledger;
  /** Reads the account. */
  readonly readKey: string;
  /** Records to the site. */
  readonly collectKey: string;
  readonly email: string;
};

/** The service as actors see it. */
export type Service = {
  readonly days: Days;
  readonly journal: Journal;
  /** The address of a process: those of an even and of an odd index, if there are two. */
  readonly urlOf: (process: number) => string;
  /**
   * Asks one of the processes. Notes the call, and a failure as one of the actor; then there is no answer. A refusal is an
   * answer.
   */
  readonly ask: (actor: string, process: number, asked: Asked) => Promise<Answer | undefined>;
  /** For calls that are not noted. */
  readonly caller: Caller;
  /** The settings with which commands reach its database. */
  readonly commandEnv: Environment;
};

type ServiceParts = Pick<Service, 'days' | 'urlOf' | 'commandEnv'> & {
  /** When an actor gives up a call. */
  readonly callWithinMs: number;
};

export function createService({ callWithinMs, ...parts }: ServiceParts): Service {
  const caller = createCaller(callWithinMs);
  const journal = createJournal();
  return {
    ...parts,
    caller,
    journal,
    async ask(actor, process, asked) {
      const fromMs = performance.now();
      const called = await caller.call(parts.urlOf(process), asked);
      journal.note(actor, process % 2, fromMs, called);
      if (
        called.kind === 'answer' &&
        // a field of GraphQL that is refused leaves the answer a 200
        called.status === 503 &&
        codeOf(called.body) === 'OVERLOADED' &&
        !('retry-after' in called.headers)
      )
        journal.wrong(`${actor}: OVERLOADED without Retry-After`);
      return called.kind === 'answer' && failureOf(called) === undefined ? called : undefined;
    },
  };
}

export function bearer(key: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${key}` };
}

/** An answer in a few words, for what was wrong with it. */
export function shown({ status, body }: Answer): string {
  return `${status} ${codeOf(body) ?? JSON.stringify(body ?? null).slice(0, 200)}`;
}

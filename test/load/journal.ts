import type { Called } from './caller.ts';

/** A call that failed, with the time it took, in milliseconds of `performance.now`. */
export type CallFailure = {
  readonly actor: string;
  /** The index of the process that was called. */
  readonly process: number;
  readonly fromMs: number;
  readonly untilMs: number;
  /** The code of the refusal, or why there was no answer. */
  readonly what: string;
};

/** When each call began, and how long it took, in milliseconds. */
export type Answered = { readonly fromMs: readonly number[]; readonly tookMs: readonly number[] };

/** All that the actors saw. */
export type Journal = {
  note(actor: string, process: number, fromMs: number, called: Called): void;
  /** Notes the answer of an earlier request with the same key. */
  replayed(): void;
  readonly replays: () => number;
  /** Notes an answer that is not what the oracle expects. */
  wrong(what: string): void;
  readonly failures: readonly CallFailure[];
  readonly wrongs: readonly string[];
  /** How many calls there were, by actor. */
  readonly calls: ReadonlyMap<string, number>;
  /** The calls that were answered, by actor. */
  readonly answered: ReadonlyMap<string, Answered>;
};

/** The first ones say it all. */
const MOST_WRONGS = 50;

export function createJournal(): Journal {
  const failures: CallFailure[] = [];
  const wrongs: string[] = [];
  let replays = 0;
  const calls = new Map<string, number>();
  const answered = new Map<string, { fromMs: number[]; tookMs: number[] }>();
  return {
    failures,
    wrongs,
    calls,
    answered,
    note(actor, process, fromMs, called) {
      const untilMs = performance.now();
      calls.set(actor, (calls.get(actor) ?? 0) + 1);
      const what = failureOf(called);
      if (what !== undefined) {
        failures.push({ actor, process, fromMs, untilMs, what });
        return;
      }
      const own = answered.get(actor) ?? { fromMs: [], tookMs: [] };
      answered.set(actor, own);
      own.fromMs.push(fromMs);
      own.tookMs.push(untilMs - fromMs);
    },
    replayed() {
      replays++;
    },
    replays: () => replays,
    wrong(what) {
      if (wrongs.length < MOST_WRONGS) wrongs.push(what);
    },
  };
}

const FAILURES = new Set<string | undefined>(['SERVER_ERROR', 'OVERLOADED']);

/** A failure of the service; undefined for an answer, which may be a refusal. */
export function failureOf(called: Called): string | undefined {
  if (called.kind === 'no answer') return called.why;
  const code = codeOf(called.body);
  // over GraphQL, a field may fail while others have their data
  return called.status >= 500 || FAILURES.has(code) ? (code ?? String(called.status)) : undefined;
}

/** The code of a refusal over REST, or of the first one over GraphQL. */
export function codeOf(body: unknown): string | undefined {
  const { code, errors } = (body ?? {}) as {
    readonly code?: string;
    readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
  };
  return code ?? errors?.[0]?.extensions?.code;
}

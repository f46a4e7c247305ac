import { type FairQueue, createFairQueue } from '../limits/fair-queue.ts';

/** Lets requests in as fast as others end: readers and writers in shares of their own, and clients in turns. */
export type Gate = {
  /** Begins the work at once, or when others have ended; late, and never begun, if that took too long. */
  enter(entrant: Entrant, work: () => Promise<unknown>): Promise<'ended' | 'late'>;
};

export type Entrant = {
  /** Those who record repeat what failed, so that without shares they would keep out all who read. */
  readonly kind: Kind;
  /** Whose turn it is. */
  readonly client: string;
};

const KINDS = ['read', 'write'] as const;
type Kind = (typeof KINDS)[number];

/** How long a request may wait to begin. With what it takes then, its caller gets an answer within a second and a half. */
const BEGIN_WITHIN_MS = 500;

/**
 * When one that has not begun in time is refused. To wait costs nothing, and keeps callers who never pause from asking
 * again at once: their refusals would take the time of those that are served.
 */
const REFUSE_AFTER_MS = 1_000;

/** With more at once a turn of the event loop takes so long that the health of the process is answered too late. */
const MOST = 32;

/**
 * The first few hundred take several times as long, until their code is compiled. Node accepts one connection in a turn of
 * the event loop: those for its health would wait for all before them.
 */
const MOST_AT_FIRST = 16;
const ENDED_FOR_ONE_MORE = 8;

/**
 * What takes longer than this waits for the database, such as for a lock on one site, and costs the process little: it no
 * longer keeps others waiting.
 */
const SLOW_MS = 1_000;

/** With the slow ones. */
const MOST_IN_ALL = 256;

/** What those of one kind have at most of either number. The rest is left to the others, even if all of these wait. */
const SHARE = 3 / 4;

type Waiting = Entrant & {
  readonly cameMs: number;
  readonly begin: () => void;
  readonly giveUp: () => void;
  /** Waiting no more: begun, or given up. */
  isOver: boolean;
};

/** Takes milliseconds of a clock that only moves forward. */
export function createGate(now: () => number): Gate {
  const underway = createUnderway(now);
  const queue = createQueue(now);
  let timer: NodeJS.Timeout | undefined;

  async function run(kind: Kind, work: () => Promise<unknown>): Promise<'ended'> {
    const end = underway.begin(kind);
    try {
      await work();
      return 'ended';
    } finally {
      end();
      proceed();
    }
  }

  function proceed(): void {
    queue.giveUpLate();
    for (let kind = nextKind(); kind !== undefined; kind = nextKind()) queue.next(kind)?.begin();
    watch();
  }

  /** Of the kinds that may begin one more, the one of which one waits longest. */
  function nextKind(): Kind | undefined {
    return queue.first(underway.withRoom())?.kind;
  }

  /** Looks again when the first one is late, or the oldest quick one is slow, even if nothing ends before. */
  function watch(): void {
    const first = queue.first();
    if (first === undefined || timer !== undefined) return;
    const dueMs = Math.min(first.cameMs + BEGIN_WITHIN_MS, underway.nextSlowMs());
    const wake = () => {
      timer = undefined;
      proceed();
    };
    timer = setTimeout(wake, Math.max(1, Math.ceil(dueMs - now())));
  }

  return {
    async enter({ kind, client }, work) {
      if (queue.first([kind]) === undefined && underway.withRoom().includes(kind)) return run(kind, work);
      return new Promise((resolve, reject) => {
        const begin = () => void run(kind, work).then(resolve, reject);
        const giveUp = () => resolve('late');
        queue.add({ kind, client, cameMs: now(), begin, giveUp, isOver: false });
        proceed();
      });
    },
  };
}

/** Those that wait to begin. */
function createQueue(now: () => number) {
  const turns: Readonly<Record<Kind, FairQueue<Waiting>>> = {
    read: createFairQueue(),
    write: createFairQueue(),
  };
  // in the order in which they came
  const inOrder: Readonly<Record<Kind, Waiting[]>> = { read: [], write: [] };
  const firstOf = (kind: Kind) => {
    const own = inOrder[kind];
    while (own[0]?.isOver === true) own.shift();
    return own[0];
  };
  return {
    add(one: Waiting): void {
      turns[one.kind].add(one.client, one);
      inOrder[one.kind].push(one);
    },
    /** Takes the next one of the kind. */
    next(kind: Kind): Waiting | undefined {
      const one = turns[kind].next();
      if (one !== undefined) one.isOver = true;
      return one;
    },
    /** The one of these kinds that came first. */
    first(kinds: readonly Kind[] = KINDS): Waiting | undefined {
      const firsts = kinds.map(firstOf).filter((one) => one !== undefined);
      return firsts.sort((one, other) => one.cameMs - other.cameMs)[0];
    },
    giveUpLate(): void {
      for (let one = this.first(); one !== undefined; one = this.first()) {
        if (now() - one.cameMs < BEGIN_WITHIN_MS) return;
        one.isOver = true;
        // the oldest of all is the first of its client
        turns[one.kind].dropFirst(one.client);
        setTimeout(one.giveUp, one.cameMs + REFUSE_AFTER_MS - now());
      }
    },
  };
}

type Begun = { readonly kind: Kind; readonly begunMs: number };

/** What has begun and not ended. */
function createUnderway(now: () => number) {
  // both in the order in which they began
  const quick = new Set<Begun>();
  const slow = new Set<Begun>();
  const counts = { read: { quick: 0, slow: 0 }, write: { quick: 0, slow: 0 } };
  let ended = 0;
  const most = () => Math.min(MOST, MOST_AT_FIRST + Math.floor(ended / ENDED_FOR_ONE_MORE));

  function noteSlow(): void {
    for (const one of quick) {
      if (now() - one.begunMs < SLOW_MS) break;
      quick.delete(one);
      slow.add(one);
      counts[one.kind].quick--;
      counts[one.kind].slow++;
    }
  }

  function hasRoom(kind: Kind): boolean {
    const { quick: ownQuick, slow: ownSlow } = counts[kind];
    return ownQuick < most() * SHARE && ownQuick + ownSlow < MOST_IN_ALL * SHARE;
  }

  return {
    /** The kinds that may begin one more. */
    withRoom(): readonly Kind[] {
      noteSlow();
      if (quick.size >= most() || quick.size + slow.size >= MOST_IN_ALL) return [];
      return KINDS.filter(hasRoom);
    },
    /** When the oldest quick one becomes slow. */
    nextSlowMs(): number {
      const [oldest] = quick;
      return oldest === undefined ? Infinity : oldest.begunMs + SLOW_MS;
    },
    /** The returned function ends what begins now. */
    begin(kind: Kind): () => void {
      const one = { kind, begunMs: now() };
      quick.add(one);
      counts[kind].quick++;
      return () => {
        if (quick.delete(one)) counts[kind].quick--;
        if (slow.delete(one)) counts[kind].slow--;
        ended++;
      };
    },
  };
}

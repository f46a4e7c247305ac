/** Lets requests in as fast as others end. */
export type Gate = {
  /** Begins the work at once, or when others have ended; late, and never begun, if that took too long. */
  enter(work: () => Promise<unknown>): Promise<'ended' | 'late'>;
};

/**
 * How long a request may wait to begin. With what it takes then, its caller gets an answer within two seconds, also from a
 * process that has just started.
 */
const BEGIN_WITHIN_MS = 500;

/**
 * When one that has not begun by then is refused. To wait costs nothing, and keeps callers who never pause from asking
 * again at once: their refusals would take the time of those that are served.
 */
const REFUSE_AFTER_MS = 1_000;

/** More at once make each other slower, and are not answered any faster. */
const MOST = 64;

/**
 * The first few hundred take several times as long, until their code is compiled. With 64 of them a turn of the event loop
 * takes 100 ms, and Node accepts one connection in a turn: those for its health would wait for all before them.
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

type Waiting = { readonly cameMs: number; readonly begin: () => void; readonly giveUp: () => void };

/** Takes milliseconds of a clock that only moves forward. */
export function createGate(now: () => number): Gate {
  const underway = createUnderway(now);
  const waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function run(work: () => Promise<unknown>): Promise<'ended'> {
    const end = underway.begin();
    try {
      await work();
      return 'ended';
    } finally {
      end();
      proceed();
    }
  }

  function proceed(): void {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      const isLate = now() - first.cameMs >= BEGIN_WITHIN_MS;
      if (!isLate && !underway.hasRoom()) break;
      waiting.shift();
      if (isLate) setTimeout(first.giveUp, REFUSE_AFTER_MS - BEGIN_WITHIN_MS);
      else first.begin();
    }
    watch();
  }

  /** Looks again when the first one is late, or the oldest quick one is slow, even if nothing ends before. */
  function watch(): void {
    const [first] = waiting;
    if (first === undefined || timer !== undefined) return;
    const dueMs = Math.min(first.cameMs + BEGIN_WITHIN_MS, underway.nextSlowMs());
    const wake = () => {
      timer = undefined;
      proceed();
    };
    timer = setTimeout(wake, Math.max(1, Math.ceil(dueMs - now())));
  }

  return {
    async enter(work) {
      if (waiting.length === 0 && underway.hasRoom()) return run(work);
      return new Promise((resolve, reject) => {
        const begin = () => void run(work).then(resolve, reject);
        const giveUp = () => resolve('late');
        waiting.push({ cameMs: now(), begin, giveUp });
        watch();
      });
    },
  };
}

type Begun = { readonly begunMs: number };

/** What has begun and not ended. */
function createUnderway(now: () => number) {
  // both in the order in which they began
  const quick = new Set<Begun>();
  const slow = new Set<Begun>();
  let ended = 0;
  const most = () => Math.min(MOST, MOST_AT_FIRST + Math.floor(ended / ENDED_FOR_ONE_MORE));
  return {
    hasRoom(): boolean {
      for (const one of quick) {
        if (now() - one.begunMs < SLOW_MS) break;
        quick.delete(one);
        slow.add(one);
      }
      return quick.size < most() && quick.size + slow.size < MOST_IN_ALL;
    },
    /** When the oldest quick one becomes slow. */
    nextSlowMs(): number {
      const [oldest] = quick;
      return oldest === undefined ? Infinity : oldest.begunMs + SLOW_MS;
    },
    /** The returned function ends what begins now. */
    begin(): () => void {
      const one = { begunMs: now() };
      quick.add(one);
      return () => {
        quick.delete(one);
        slow.delete(one);
        ended++;
      };
    },
  };
}

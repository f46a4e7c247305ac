/** Lets requests in as fast as others end. */
export type Gate = {
  /** Begins the work at once, or when others have ended; late if it had waited too long by then, and was never begun. */
  enter(work: () => Promise<unknown>): Promise<'ended' | 'late'>;
};

/**
 * How long a request may wait. With what it takes once it has begun, its caller gets an answer within two seconds. To wait
 * costs nothing, and keeps callers who never pause from asking again at once.
 */
const WAIT_MS = 1_000;

/** More at once make each other slower, and are not answered any faster. */
const MOST = 64;

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
      const isLate = now() - first.cameMs >= WAIT_MS;
      if (!isLate && !underway.hasRoom()) break;
      waiting.shift();
      if (isLate) first.giveUp();
      else first.begin();
    }
    watch();
  }

  /** Looks again when the first one is late, or the oldest quick one is slow, even if nothing ends before. */
  function watch(): void {
    const [first] = waiting;
    if (first === undefined || timer !== undefined) return;
    const dueMs = Math.min(first.cameMs + WAIT_MS, underway.nextSlowMs());
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
  return {
    hasRoom(): boolean {
      for (const one of quick) {
        if (now() - one.begunMs < SLOW_MS) break;
        quick.delete(one);
        slow.add(one);
      }
      return quick.size < MOST && quick.size + slow.size < MOST_IN_ALL;
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
      };
    },
  };
}

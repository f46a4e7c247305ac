/** What one turn of the event loop may spend on what came in it. */
const TURN_MS = 10;

/**
 * Returns a function that hands what it is given to `take`, in order, some in each turn of the event loop. Hundreds of
 * requests can come in one turn, and Node accepts no connection before it is over: those for the health of the process
 * would wait for all of them.
 */
export function inTurns<One>(take: (one: One) => void): (one: One) => void {
  let waiting: One[] = [];

  function takeSome(): void {
    const untilMs = performance.now() + TURN_MS;
    let taken = 0;
    for (const one of waiting) {
      take(one);
      taken++;
      if (performance.now() > untilMs) break;
    }
    waiting = waiting.slice(taken);
    if (waiting.length > 0) setImmediate(takeSome);
  }

  return (one) => {
    waiting.push(one);
    if (waiting.length === 1) setImmediate(takeSome);
  };
}

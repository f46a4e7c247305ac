/** A clock that moves only when the test moves it. */
export type Clock = {
  /** Milliseconds since 1970 UTC. It needs no `this`. */
  readonly now: () => number;
  readonly set: (iso: string) => void;
  readonly advance: (ms: number) => void;
};

export function createClock(startIso: string): Clock {
  let nowMs = parse(startIso);
  return {
    now: () => nowMs,
    set: (iso) => {
      nowMs = parse(iso);
    },
    advance: (ms) => {
      nowMs += ms;
    },
  };
}

function parse(iso: string): number {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) throw new Error(`not an instant: ${iso}`);
  return ms;
}

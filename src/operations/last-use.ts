import type { Logger } from 'pino';

/** Keeps `last_used_at` of keys, sessions or share links accurate to the minute, without delaying requests. */
export type LastUse<Used> = {
  /** Notes that it was used. Writes nothing if the last minute is noted already, or a write is under way. */
  note(used: Used, nowMs: number): void;
  /** Waits for the writes under way. */
  settle(): Promise<void>;
};

type Used = { readonly id: number; readonly lastUsedAtMs: number | null };

const PRECISION_MS = 60_000;

export function createLastUse<One extends Used>(
  log: Logger,
  what: 'key' | 'session' | 'link',
  mark: (used: One, nowMs: number) => Promise<void>,
): LastUse<One> {
  const underway = new Map<number, Promise<void>>();
  return {
    note(used, nowMs) {
      const { id, lastUsedAtMs } = used;
      if (lastUsedAtMs !== null && nowMs - lastUsedAtMs < PRECISION_MS) return;
      if (underway.has(id)) return;
      const write = mark(used, nowMs)
        .catch((error: unknown) =>
          log.warn({ err: error, [`${what}Id`]: id }, `last use of a ${what} not noted`),
        )
        .finally(() => underway.delete(id));
      underway.set(id, write);
    },
    async settle() {
      await Promise.all(underway.values());
    },
  };
}

import type { Logger } from 'pino';
import { type KeyRecord, markKeyUsed } from '../queries/api-keys.ts';
import type { Database } from '../database/database.ts';

/** Keeps `last_used_at` of the keys accurate to the minute, without delaying requests. */
export type KeyUse = {
  /** Notes that the key was used. Writes nothing if the last minute is noted already, or a write is under way. */
  note(key: Pick<KeyRecord, 'keyId' | 'lastUsedAtMs'>, nowMs: number): void;
  /** Waits for the writes under way. */
  settle(): Promise<void>;
};

const PRECISION_MS = 60_000;

export function createKeyUse(db: Database, log: Logger): KeyUse {
  const underway = new Map<number, Promise<void>>();
  return {
    note({ keyId, lastUsedAtMs }, nowMs) {
      if (lastUsedAtMs !== null && nowMs - lastUsedAtMs < PRECISION_MS) return;
      if (underway.has(keyId)) return;
      const write = markKeyUsed(db, keyId, nowMs)
        .catch((error: unknown) => log.warn({ err: error, keyId }, 'last use of a key not noted'))
        .finally(() => underway.delete(keyId));
      underway.set(keyId, write);
    },
    async settle() {
      await Promise.all(underway.values());
    },
  };
}

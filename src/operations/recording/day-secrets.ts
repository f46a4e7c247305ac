import { randomBytes } from 'node:crypto';
import { DAY_MS, startOfDay } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { type DaySecret, type ProposedSecret, ensureSecrets } from '../../queries/visitor-secrets.ts';

/** The secrets of the days, as a process knows them. */
export type DaySecrets = {
  /** Those of these days, by their starts. Each is read once, and made if no process has made it. */
  of(days: readonly number[]): Promise<ReadonlyMap<number, DaySecret>>;
  /** Reads all of them again when they are needed. */
  drop(): void;
  /** Forgets those of the days before yesterday. */
  forget(nowMs: number): void;
};

export function createDaySecrets(db: Database): DaySecrets {
  let known: ReadonlyMap<number, DaySecret> = new Map();
  return {
    async of(days) {
      const missing = days.filter((day) => !known.has(day));
      const before = known;
      const made = missing.length === 0 ? [] : await ensureSecrets(db, missing.map(propose));
      // all may have been dropped meanwhile
      known = new Map([...known, ...made]);
      return new Map([...before, ...made].filter(([day]) => days.includes(day)));
    },
    drop() {
      known = new Map();
    },
    forget(nowMs) {
      const yesterday = startOfDay(nowMs) - DAY_MS;
      known = new Map([...known].filter(([day]) => day >= yesterday));
    },
  };
}

function propose(dayMs: number): ProposedSecret {
  return { dayMs, secret: randomBytes(32).toString('base64') };
}

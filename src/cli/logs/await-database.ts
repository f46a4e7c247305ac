import { FolderInUse } from '../../embedded/embedded-database.ts';
import type { BookNote } from '../../logs/notes.ts';
import { mayPass } from '../../logs/patient-book.ts';
import { Unusable } from '../../serving/unusable.ts';

type Waiting = {
  /** Rejects when it is time to stop. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly note: (note: BookNote) => void;
};

const PAUSE_MS = 5_000;

/**
 * Runs `open`, which calls `onOpen` once the database is open, and retries it for as long as the database is away. Throws
 * what `open` throws after that call, and what waiting does not change, such as a wrong password.
 */
export async function awaitDatabase(
  open: (onOpen: () => void) => Promise<void>,
  { sleep, note }: Waiting,
): Promise<void> {
  const seen = { isOpen: false, isAway: false };
  const onOpen = () => {
    seen.isOpen = true;
    if (seen.isAway) note({ kind: 'database-back' });
  };
  for (;;) {
    try {
      await open(onOpen);
      return;
    } catch (cause) {
      const reason = cause instanceof Unusable ? cause.cause : cause;
      if (seen.isOpen || !isAway(cause)) throw cause;
      if (!seen.isAway) note({ kind: 'database-away', cause: reason });
      seen.isAway = true;
    }
    await sleep(PAUSE_MS);
  }
}

/** Whether the database did not answer. It did if it refused the user, the password or the name of the database. */
function isAway(cause: unknown): boolean {
  if (cause instanceof FolderInUse) return true;
  if (!(cause instanceof Unusable) || !(cause.cause instanceof Error)) return false;
  const { cause: reason } = cause;
  const code = 'code' in reason ? String(reason.code) : '';
  return mayPass(reason) && !/^(?:28|3D)...$/.test(code) && !reason.message.startsWith('SASL');
}

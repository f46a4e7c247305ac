import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import type { Engine } from './turns.ts';

export type PgliteEngine = Engine & {
  close(): Promise<void>;
};

type EngineParts = {
  /** The data folder, held by this process; the database lies in its `pg`. */
  readonly folder: string;
  /** A packed database fresh from initdb, for a folder that has none; initdb takes longer and twice the memory. */
  readonly seed: URL;
  /** Told, in the middle of a call, that the engine has died. It must end the thread: the call may never return. */
  readonly onDeath: (cause: unknown) => void;
};

/** How PGlite leaves a statement that failed in PostgreSQL; anything else thrown is the end of the engine. */
const ERROR_JUMP = 100;
const COMPLAINTS_KEPT = 5;

/** Opens the database of a data folder, and makes it where there is none. Rejects with PostgreSQL's own complaint. */
export async function openPgliteEngine({ folder, seed, onDeath }: EngineParts): Promise<PgliteEngine> {
  const complaints = new Complaints();
  try {
    const pglite = await openOrCreate(folder, seed, complaints);
    reportDeath(pglite, (cause) => {
      onDeath(complaints.explain(cause));
    });
    return {
      run: (messages, answer) =>
        pglite.execProtocolRawStream(messages, { onRawData: answer }).catch((cause: unknown) => {
          throw complaints.explain(cause);
        }),
      isInTransaction: () => pglite.isInTransaction(),
      close: () => pglite.close(),
    };
  } catch (cause) {
    throw complaints.explain(cause);
  }
}

async function openOrCreate(folder: string, seed: URL, complaints: Complaints): Promise<PGlite> {
  const pgFolder = `${folder}/pg`;
  const unfinished = `${folder}/pg.unfinished`;
  // A first start that was cut short leaves half a database, of which nobody was told that anything is kept.
  if (existsSync(unfinished)) rmSync(pgFolder, { recursive: true, force: true });
  const onStderr = (line: string) => complaints.hear(line);
  if (holdsDatabase(pgFolder)) return PGlite.create(pgFolder, { onStderr });

  writeFileSync(unfinished, '', { mode: 0o600 });
  mkdirSync(pgFolder, { recursive: true, mode: 0o700 });
  const loadDataDir = existsSync(seed)
    ? new Blob([readFileSync(seed)], { type: 'application/gzip' })
    : undefined;
  const pglite = await PGlite.create(pgFolder, { onStderr, ...(loadDataDir && { loadDataDir }) });
  rmSync(unfinished);
  return pglite;
}

/** PGlite runs initdb wherever it misses PG_VERSION, over whatever else lies there. */
function holdsDatabase(pgFolder: string): boolean {
  if (!existsSync(pgFolder)) return false;
  const names = readdirSync(pgFolder);
  if (names.length > 0 && !names.includes('PG_VERSION')) throw new Error(`${pgFolder} lacks its PG_VERSION`);
  return names.length > 0;
}

/** PGlite swallows what its loop throws and calls it again, for ever if the engine has aborted. */
function reportDeath(pglite: PGlite, onDeath: (cause: unknown) => void): void {
  const module = pglite.Module;
  const step = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      step();
    } catch (thrown) {
      if (!isErrorJump(thrown)) onDeath(thrown);
      throw thrown;
    }
  };
}

function isErrorJump(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && 'status' in thrown && thrown.status === ERROR_JUMP;
}

/** The last grave lines of the server's log: what PGlite throws does not say why. */
class Complaints {
  #lines: string[] = [];
  #grave = false;

  /** Answers false: PGlite need not print the line. */
  hear(line: string): boolean {
    const [complaint, severity] = /(FATAL|PANIC|ERROR|DETAIL):.*/.exec(line) ?? [];
    if (complaint === undefined) return false;
    // The details of ordinary errors quote what people store: no business of a log.
    if (severity !== 'DETAIL') this.#grave = severity !== 'ERROR';
    if (this.#grave) this.#lines = [...this.#lines.slice(1 - COMPLAINTS_KEPT), complaint];
    return false;
  }

  explain(cause: unknown): Error {
    const thrown = cause instanceof Error ? cause.message : describeThrown(cause);
    return new Error([thrown, ...this.#lines].join('; '), { cause });
  }
}

/** Emscripten throws objects that are no errors but bear a message. */
function describeThrown(cause: unknown): string {
  const bearsMessage = typeof cause === 'object' && cause !== null && 'message' in cause;
  return String(bearsMessage ? cause.message : cause);
}

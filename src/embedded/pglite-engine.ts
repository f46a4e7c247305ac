import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { SET_SEARCH_PATH } from './shared-session.ts';
import type { Engine } from './engine.ts';

export type PgliteEngine = Engine & {
  close(): Promise<void>;
};

type EngineParts = {
  /** The data folder, locked by this process. The database is in its subfolder `pg`. */
  readonly folder: string;
  /** An archive of a new database, for a folder that has none. It is faster than initdb and needs half the memory. */
  readonly seed: URL;
  /** Called during a call into an engine that has crashed. It must end the thread: the call may never return. */
  readonly onDeath: (cause: unknown) => void;
};

/** The status PGlite throws with when a statement fails. Anything else it throws means that the engine has crashed. */
const ERROR_JUMP = 100;
const COMPLAINTS_KEPT = 5;

/**
 * A database that is shut down writes its unlogged tables to the folder, and a copy of that is the backup. What is in them is
 * gone instead, as after a crash.
 */
const EMPTY_UNLOGGED = `do $$
  declare unlogged text;
  begin
    select string_agg(oid::regclass::text, ', ') into unlogged
    from pg_catalog.pg_class where relpersistence = 'u' and relkind = 'r' and pg_relation_size(oid) > 0;
    if unlogged is not null then execute 'truncate ' || unlogged; end if;
  end $$`;

/** Opens the database of a data folder, or creates it. Rejects with the error message of PostgreSQL. */
export async function openPgliteEngine({ folder, seed, onDeath }: EngineParts): Promise<PgliteEngine> {
  const complaints = new Complaints();
  try {
    const pglite = await openOrCreate(folder, seed, complaints);
    await pglite.exec(SET_SEARCH_PATH);
    reportDeath(pglite, (cause) => {
      onDeath(complaints.explain(cause));
    });
    return {
      run: (messages, answer) =>
        pglite.execProtocolRawStream(messages, { onRawData: answer }).catch((cause: unknown) => {
          throw complaints.explain(cause);
        }),
      isInTransaction: () => pglite.isInTransaction(),
      async close() {
        // never keeps a folder from being closed
        await pglite.exec(EMPTY_UNLOGGED).catch(() => undefined);
        await pglite.close();
      },
    };
  } catch (cause) {
    throw complaints.explain(cause);
  }
}

async function openOrCreate(folder: string, seed: URL, complaints: Complaints): Promise<PGlite> {
  const pgFolder = `${folder}/pg`;
  const unfinished = `${folder}/pg.unfinished`;
  // An interrupted first start leaves an incomplete database. It has acknowledged nothing, so it can be deleted.
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

/** PGlite runs initdb in any folder without PG_VERSION, over the files in it. */
function holdsDatabase(pgFolder: string): boolean {
  if (!existsSync(pgFolder)) return false;
  const names = readdirSync(pgFolder);
  if (names.length > 0 && !names.includes('PG_VERSION'))
    throw new Error(`${pgFolder} is not empty and has no file PG_VERSION`);
  return names.length > 0;
}

/** PGlite catches what its loop throws and calls it again, forever if the engine has crashed. */
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

/** The last serious lines of the server's log, because the errors of PGlite do not contain the reason. */
class Complaints {
  #lines: string[] = [];
  #isSerious = false;

  /** Returns false, so that PGlite does not print the line. */
  hear(line: string): boolean {
    const [complaint, severity] = /(FATAL|PANIC|ERROR|DETAIL):.*/.exec(line) ?? [];
    if (complaint === undefined) return false;
    // The details of ordinary errors contain stored data, which does not belong in a log.
    if (severity !== 'DETAIL') this.#isSerious = severity !== 'ERROR';
    if (this.#isSerious) this.#lines = [...this.#lines.slice(1 - COMPLAINTS_KEPT), complaint];
    return false;
  }

  explain(cause: unknown): Error {
    const thrown = cause instanceof Error ? cause.message : describeThrown(cause);
    return new Error([thrown, ...this.#lines].join('; '), { cause });
  }
}

/** Emscripten throws objects that are not errors but have a message. */
function describeThrown(cause: unknown): string {
  const hasMessage = typeof cause === 'object' && cause !== null && 'message' in cause;
  return String(hasMessage ? cause.message : cause);
}

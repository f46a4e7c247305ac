import { type Logger, destination, pino } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { RequestRules } from '../recording/classify-request.ts';
import type { RunningServer } from '../server.ts';
import { connect } from './connect.ts';
import { CommandFailure, reasonOf } from './failures.ts';
import { openRequestRules } from './request-rules.ts';
import { stopSignal, whenAborted } from './stop-signal.ts';

type Service<Prepared> = {
  /** Prepares the database. Throws the reason of the signal if that aborts. */
  prepare(db: Database, stop: AbortSignal): Promise<Prepared>;
  /** Called when the server accepts requests. */
  announce(url: string, prepared: Prepared): void;
};

const STDERR = 2;

/** Serves the database of the settings until the process gets a signal, then stops gracefully. Logs to stderr. */
export async function serveUntilStopped<Prepared>(config: Config, service: Service<Prepared>): Promise<void> {
  const stop = stopSignal();
  const log = pino({ level: config.logLevel }, destination(STDERR));
  const onFault = (cause: unknown, what: string) => {
    log.warn({ err: cause }, what);
  };
  const { rules, close: closeRules } = await openRequestRules(config.recording, onFault);
  const { db, close } = await connect(config, { own: true, onFault });
  try {
    const prepared = await service.prepare(db, stop);
    const server = await listen({ config, db, log, rules });
    service.announce(server.url, prepared);
    await whenAborted(stop);
    log.info('stopping');
    await server.stop();
    log.info('stopped');
  } catch (error) {
    if (!stop.aborted || error !== stop.reason) throw error;
  } finally {
    await close();
    closeRules();
  }
}

type Listening = {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  readonly rules: RequestRules;
};

async function listen({ config, db, log, rules }: Listening): Promise<RunningServer> {
  // Imported late: it is most of the program, and other commands start faster without it.
  const { startServer } = await import('../server.ts');
  try {
    return await startServer({ config, db, log, rules });
  } catch (cause) {
    throw new CommandFailure(`cannot listen on ${config.host}:${config.port}: ${reasonOf(cause)}`, { cause });
  }
}

import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../settings/config.ts';
import type { Database } from '../database/database.ts';
import type { PersistedDocuments } from '../domain/persisted-documents.ts';
import { followerLag } from '../operations/recording/followed-logs.ts';
import type { RequestRules } from '../recording/classify-request.ts';
import type { RunningServer } from './server.ts';
import { watchDatabase } from '../telemetry/watch-database.ts';
import { watchFollowers } from '../telemetry/watch-followers.ts';
import { type Telemetry, openTelemetry } from '../telemetry/telemetry.ts';
import { connect } from './connect.ts';
import { announceAddress } from './served-address.ts';
import { cannotListen } from './listening.ts';
import { openRequestRules } from './request-rules.ts';
import { openLog } from './log.ts';
import { readPersistedDocuments } from './persisted-documents.ts';
import { showMetrics } from './metrics-port.ts';
import { requireAddress } from './public-url-advice.ts';
import type { Surroundings } from './surroundings.ts';
import { CLOSE_WITHIN_MS, exitWithin, unlessAborted, whenAborted } from './stop-signal.ts';
import { whenDatabaseAnswers } from './when-database-answers.ts';
import { Dismissed } from './workers/messages.ts';

type Service<Prepared> = {
  /** True if another process checks the port, owns the embedded database, and starts successors. */
  readonly isWorker?: true;
  /** Prepares the database. Throws the reason of the signal if that aborts. */
  prepare(db: Database, stop: AbortSignal, log: Logger): Promise<Prepared>;
  /** Called when the server accepts requests. */
  announce(server: RunningServer, prepared: Prepared): void;
  /** Takes the metrics of this process, which then opens no port for them. */
  readonly takeMetrics?: (registry: Registry) => void;
};

/** What a process that has closed everything may take to end. */
const LEAVE_WITHIN_MS = 250;

/**
 * V8 lets a small heap grow to four times what was in use before it collects it. Twice costs no more CPU time, and after
 * many hostile documents the process keeps 60 MB less.
 */
const HEAP_GROWTH = '--heap-growing-percent=100';

/** The build puts the dashboard beside the program. */
const DASHBOARD_FOLDER = new URL('./dashboard/', import.meta.url);

/** Serves the database of the settings until the process gets a signal, then stops gracefully. Logs to stderr. */
export async function serveUntilStopped<Prepared>(
  surroundings: Surroundings,
  config: Config,
  service: Service<Prepared>,
): Promise<void> {
  const stop = surroundings.stopSignal();
  const { log, close: closeLog } = openLog(surroundings, config);
  const onFault = (cause: unknown, what: string) => {
    log.warn({ err: cause }, what);
  };
  const isWorker = service.isWorker === true;
  if (!isWorker) await requireAddress(config, log);
  const { files, close: closeFiles } = await openFiles(config, onFault);
  const telemetry = await openOwnTelemetry(config, log, surroundings.now());
  const { aroundQuery } = telemetry;
  const { db, close } = await connect(config, { own: !isWorker, aroundQuery, onFault });
  let preparing: Promise<Prepared> | undefined;
  let areTracesSent = true;
  try {
    const prepare = () => service.prepare(db, stop, log);
    // the primary process has waited, and would start a successor of a worker that fails
    preparing = isWorker ? prepare() : whenDatabaseAnswers(config, { stop, log }, prepare);
    const prepared = await unlessAborted(stop, preparing);
    if (telemetry.metrics) {
      watchDatabase(db, telemetry.metrics);
      watchFollowers(() => followerLag(db), telemetry.metrics);
    }
    const closeMetrics = await showMetrics(telemetry, config, { log, take: service.takeMetrics });
    const { command } = surroundings;
    const server = await listen({ config, db, log, command, ...files, telemetry });
    const withdrawAddress = announceAddress({ ...config, isWorker }, server.publicUrl);
    service.announce(server, prepared);
    await whenAborted(stop);
    withdrawAddress();
    log.info('stopping');
    await server.stop({ lingers: stop.reason instanceof Dismissed && stop.reason.order === 'retire' });
    await closeMetrics();
    areTracesSent = await telemetry.close();
    log.info('stopped');
  } catch (error) {
    if (!stop.aborted || error !== stop.reason) throw error;
    exitWithin(CLOSE_WITHIN_MS, 0); // the database may hang
    // what is being recorded must not lose the database: it stops by itself
    await preparing?.catch(() => undefined);
  } finally {
    await close();
    closeFiles();
    closeLog();
  }
  if (!areTracesSent) exitWithin(LEAVE_WITHIN_MS, 0); // the exporter would try for ten seconds
}

async function openOwnTelemetry(config: Config, log: Logger, nowMs: number): Promise<Telemetry> {
  return openTelemetry({ ...config, log, nowMs, hasMetrics: config.metrics !== undefined });
}

type Files = {
  readonly rules: RequestRules;
  readonly rangesUpdatedAtMs: () => number | null;
  readonly countriesBuiltAtMs: () => number | null;
  readonly persistedDocuments: PersistedDocuments | undefined;
};

async function openFiles(
  config: Config,
  onFault: (cause: unknown, what: string) => void,
): Promise<{ readonly files: Files; readonly close: () => void }> {
  const persistedDocuments = await readPersistedDocuments(config);
  const { close, ...opened } = await openRequestRules(config.recording, onFault);
  return { files: { ...opened, persistedDocuments }, close };
}

type Listening = Files & {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  readonly command: string;
  readonly telemetry: Telemetry;
};

async function listen({ config, ...parts }: Listening): Promise<RunningServer> {
  setFlagsFromString(HEAP_GROWTH);
  // Imported late: it is most of the program, and other commands start faster without it.
  const { startServer } = await import('./server.ts');
  try {
    return await startServer({ config, dashboardFolder: DASHBOARD_FOLDER, ...parts });
  } catch (cause) {
    throw cannotListen(config, cause);
  }
}

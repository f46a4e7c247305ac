import type { Logger } from 'pino';
import { publicUrlOf } from '../../domain/public-url.ts';
import type { Config } from '../../settings/config.ts';
import type { Database } from '../../database/database.ts';
import { endLeasesOf } from '../../operations/recording/slot-lease.ts';
import { connect, requireMigratedOrNewer } from '../connect.ts';
import { announceAddress } from '../served-address.ts';
import { logFormatOf, openLog } from '../log.ts';
import { openJoinedMetrics } from '../metrics-port.ts';
import { reportSeparateLimits } from '../prepare-to-serve.ts';
import { readPersistedDocuments } from '../persisted-documents.ts';
import { requireAddress } from '../public-url-advice.ts';
import { openRequestRules } from '../request-rules.ts';
import type { Surroundings } from '../surroundings.ts';
import { CLOSE_WITHIN_MS, exitWithin, unlessAborted, whenAborted } from '../stop-signal.ts';
import { whenDatabaseAnswers } from '../when-database-answers.ts';
import { type Crew, startCrew } from './crew.ts';
import { type Program, forkWorker } from './worker-process.ts';

type Service = {
  readonly count: number;
  /** Called when all workers accept requests. */
  readonly announce: (url: string) => void;
};

/**
 * Serves with worker processes until this process, which serves nothing itself, gets a signal. It checks the settings,
 * the files, the port and the database first, so that each mistake is reported once. It owns the embedded database.
 */
export async function serveWithWorkers(
  surroundings: Surroundings,
  config: Config,
  service: Service,
): Promise<void> {
  const stop = surroundings.stopSignal();
  const reloadFromNowOn = reloadAtHangUp(surroundings);
  const { log, write, close: closeLog } = openLog(surroundings, config);
  const onFault = (cause: unknown, what: string) => {
    log.warn({ err: cause }, what);
  };
  await requireAddress(config, log);
  const rules = await openRequestRules(config.recording);
  rules.close();
  await readPersistedDocuments(config);
  const { db, close } = await connect(config, { own: true, onFault });
  try {
    const isMigrated = () => requireMigratedOrNewer(config, db);
    await unlessAborted(stop, whenDatabaseAnswers(config, { stop, log }, isMigrated));
    await reportSeparateLimits(config, { db, log, starting: service.count });
    const { host, port } = config;
    const metrics = await openJoinedMetrics(config, log);
    const logFormat = logFormatOf(config, surroundings);
    const fork = (at: number, program: Program) => {
      const worker = forkWorker({ host, port: at, logFormat, program }, write);
      metrics.add(worker.metrics);
      void worker.ended.then(({ holder }) => leaveLeasesOf(holder, { db, stop, log }));
      return worker;
    };
    const crew = await startCrew({ count: service.count, fork, port, log, stop });
    const withdrawAddress = announceAddress(
      config,
      publicUrlOf(config.publicUrl, host, portIn(crew.url)).base,
    );
    service.announce(crew.url);
    reloadFromNowOn(crew);
    await whenAborted(stop);
    withdrawAddress();
    log.info('stopping');
    await crew.ended();
    await metrics.close();
    log.info('stopped');
  } catch (error) {
    if (!stop.aborted || error !== stop.reason) throw error;
    exitWithin(CLOSE_WITHIN_MS, 0); // the database may hang
  } finally {
    await close();
    closeLog();
  }
}

/** A URL leaves out the usual port. */
function portIn(url: string): number {
  return Number(new URL(url).port || '80');
}

/** A killed worker cannot return its leases: its successor, or whoever else waits for them, need not wait for their end. */
async function leaveLeasesOf(
  holder: string | undefined,
  { db, stop, log }: { readonly db: Database; readonly stop: AbortSignal; readonly log: Logger },
): Promise<void> {
  if (holder === undefined || stop.aborted) return;
  await endLeasesOf(db, { holder }).catch((err: unknown) => {
    log.warn({ err }, 'leases of a worker not ended');
  });
}

/**
 * Reloads at each SIGHUP, one reload after the other; those that come while one waits are the same one. On a terminal a
 * SIGHUP means that the terminal is gone, and ends the program as always.
 */
function reloadAtHangUp({ stdout }: Surroundings): (crew: Crew) => void {
  let reload = () => Promise.resolve(); // a crew that is only starting is new
  let last = Promise.resolve();
  let isWaiting = false;
  if (stdout.isTTY !== true) {
    process.on('SIGHUP', () => {
      if (isWaiting) return;
      isWaiting = true;
      last = last.then(() => {
        isWaiting = false;
        return reload();
      });
    });
  }
  return (crew) => {
    reload = () => crew.reload();
  };
}

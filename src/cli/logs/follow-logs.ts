import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { requireRecordingSite } from '../../operations/owner/sites.ts';
import { type Database, chooseSlot } from '../../database/database.ts';
import type { CommonOptions } from '../command.ts';
import { withDatabase } from '../connect.ts';
import { CommandFailure, WRONG_USAGE } from '../failures.ts';
import { type Recorded, describeRecorded, nothingRecorded, totalOf } from '../import/recorded.ts';
import { unfinished } from '../import/run-import.ts';
import { note, print } from '../output.ts';
import type { Shell } from '../shell.ts';
import { Stopped, stopSignal } from '../stop-signal.ts';
import { openClassifying } from './classifying.ts';
import { expandPaths } from './expand-paths.ts';
import { type Pace, followLog } from '../../logs/follow-log.ts';
import type { ReadingOptions } from './import-logs.ts';
import { createLogBook } from '../../logs/log-book.ts';
import { createPatientBook } from '../../logs/patient-book.ts';

export type FollowOptions = CommonOptions & ReadingOptions & { readonly site: string };

const PACE = { pollMs: 250, lingerMs: 60_000, quotaMs: 30_000 };

/** Records what comes into logs until the process is told to stop, and says then what it was. */
export async function followLogs(
  shell: Shell,
  files: readonly string[],
  options: FollowOptions,
): Promise<void> {
  const recorded = nothingRecorded();
  try {
    await followUntilStopped(shell, files, options, recorded);
  } catch (cause) {
    if (!(cause instanceof Stopped)) throw unfinished(cause, recorded);
  }
  const { bot: botVisits, referral: referrals, conversion: conversions } = recorded;
  const value = { events: totalOf(recorded), botVisits, referrals, conversions };
  print({ value, lines: [`recorded ${describeRecorded(recorded)}`] }, options.json);
}

async function followUntilStopped(
  shell: Shell,
  files: readonly string[],
  options: FollowOptions,
  recorded: Recorded,
): Promise<void> {
  const paths = [...new Set(expandPaths(files).map(followable))];
  const config = shell.readConfig();
  // one that fails ends the others
  const failed = new AbortController();
  const stop = AbortSignal.any([stopSignal(), failed.signal]);
  const work = async (db: Database) => {
    const site = await requireRecordingSite(db, options.site);
    const { classify, close } = await openClassifying(config, site.domain, options);
    const recorder = { db, slot: chooseSlot(), now: shell.now, plans: config.plans };
    const pace = { ...PACE, stop, sleep: sleepUntil(stop) };
    const book = createPatientBook(createLogBook(recorder, site.id), { sleep: pace.sleep, note });
    const reading = { format: options.format, classify };
    const followers = paths.map((path) => {
      const tell = (message: string) => note(`${path}: ${message}`);
      return followLog({ path, book, reading, recorded, now: shell.now, note: tell }, pace);
    });
    for (const follower of followers) follower.catch((cause: unknown) => failed.abort(cause));
    await Promise.allSettled(followers);
    close();
    stop.throwIfAborted();
  };
  // one that hangs is soon given up, and asked again
  await withDatabase(config, work, { longestStatementMs: 0 });
}

/** Absolute. What can never become a log is refused; a file that is not there yet is waited for. */
function followable(file: string): string {
  const wrong = (reason: string) =>
    new CommandFailure(`cannot follow ${file}: ${reason}`, { exitCode: WRONG_USAGE });
  if (file === '-') throw wrong('standard input is read by "logs import"');
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) throw wrong('it is a folder');
  if (stats?.isFile() === false) throw wrong('it is no file; "logs import" reads pipes');
  return resolve(file);
}

/** Ends early, by the reason of the signal. */
function sleepUntil(stop: AbortSignal): Pace['sleep'] {
  return async (ms) => {
    await delay(ms, undefined, { signal: stop }).catch(() => undefined);
    stop.throwIfAborted();
  };
}

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { requireRecordingSite } from '../../operations/owner/sites.ts';
import { type Database, chooseSlot } from '../../database/database.ts';
import type { CommonOptions } from '../command.ts';
import { RECORDING, withDatabase } from '../connect.ts';
import { CommandFailure, WRONG_USAGE } from '../failures.ts';
import { type EventCounts, noEvents, totalOf } from '../../domain/event-counts.ts';
import { describeRecorded } from '../import/describe-recorded.ts';
import { unfinished } from '../import/run-import.ts';
import { note, print } from '../output.ts';
import type { Shell } from '../shell.ts';
import { Stopped, stopSignal } from '../stop-signal.ts';
import { awaitDatabase } from './await-database.ts';
import { openClassifying } from './classifying.ts';
import { expandPaths } from './expand-paths.ts';
import { type Pace, followLog } from '../../logs/follow-log.ts';
import { describeNote } from './describe-note.ts';
import type { LogOptions } from './import-logs.ts';
import { createLogBook } from '../../logs/log-book.ts';
import type { BookNote, LogNote } from '../../logs/notes.ts';
import { createStatusKeeper } from '../../logs/status-keeper.ts';
import { createPatientBook } from '../../logs/patient-book.ts';

export type FollowOptions = CommonOptions & LogOptions & { readonly site: string };

const PACE = { pollMs: 250, lingerMs: 60_000, quotaMs: 30_000 };

/** Records new lines of logs until the process is stopped, then prints how many events it recorded. */
export async function followLogs(
  shell: Shell,
  files: readonly string[],
  options: FollowOptions,
): Promise<void> {
  const recorded = noEvents();
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
  recorded: EventCounts,
): Promise<void> {
  const paths = [...new Set(expandPaths(files).map(followable))];
  const config = shell.readConfig();
  // the first follower that fails stops the others
  const failed = new AbortController();
  const stop = AbortSignal.any([stopSignal(), failed.signal]);
  const waiting = { sleep: sleepUntil(stop), note: (one: BookNote) => note(describeNote(one)) };
  const work = async (db: Database) => {
    const site = await requireRecordingSite(db, options.site);
    const { classify, close } = await openClassifying(config, site.domain, options);
    const recorder = { db, slot: chooseSlot(), now: shell.now, plans: config.plans };
    const pace = { ...PACE, sleep: waiting.sleep };
    const book = createPatientBook(createLogBook(recorder, site.id), waiting);
    const shared = {
      book,
      readOptions: { format: options.format, classify },
      recorded,
      now: shell.now,
      stop,
    };
    const followers = paths.map((path) => {
      const status = createStatusKeeper({ book, path }, shell.now);
      const noteOfLog = (one: LogNote) => {
        const text = describeNote(one);
        note(`${path}: ${text}`);
        status.note(text);
      };
      return followLog({ ...shared, path, status, note: noteOfLog }, pace);
    });
    for (const follower of followers) follower.catch((cause: unknown) => failed.abort(cause));
    await Promise.allSettled(followers);
    close();
    stop.throwIfAborted();
  };
  const open = (onOpen: () => void) =>
    withDatabase(
      config,
      (db) => {
        onOpen();
        return work(db);
      },
      RECORDING,
    );
  await awaitDatabase(open, waiting);
}

/** The absolute path of a log. The file may be missing, but not be a folder or a stream. */
function followable(file: string): string {
  const wrong = (reason: string) =>
    new CommandFailure(`cannot follow ${file}: ${reason}`, { exitCode: WRONG_USAGE });
  if (file === '-') throw wrong('to read standard input, use "logs import"');
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) throw wrong('it is a folder');
  if (stats?.isFile() === false) throw wrong('it is not a regular file; to read a pipe, use "logs import"');
  return resolve(file);
}

/** Sleeps. Rejects with the reason of the signal once that aborts. */
function sleepUntil(stop: AbortSignal): Pace['sleep'] {
  return async (ms) => {
    await delay(ms, undefined, { signal: stop }).catch(() => undefined);
    stop.throwIfAborted();
  };
}

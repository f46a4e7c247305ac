import { setTimeout as delay } from 'node:timers/promises';
import { requireRecordingSite } from '../../operations/require-site.ts';
import { NO_ATTRIBUTION } from '../../operations/recording/attribution.ts';
import { startAttributionBeat } from '../../operations/recording/attribution-beat.ts';
import type { Recorder } from '../../operations/recording/record-events.ts';
import type { Database } from '../../database/database.ts';
import type { Config } from '../../settings/config.ts';
import type { CommonOptions } from '../command.ts';
import { RECORDING, withDatabase } from '../with-database.ts';
import { type EventCounts, noEvents, totalOf } from '../../domain/event-counts.ts';
import { describeRecorded, recordedValue } from '../import/describe-recorded.ts';
import { asTyped } from '../as-typed.ts';
import { unfinished } from '../import/run-import.ts';
import { note, print } from '../output.ts';
import type { Shell } from '../shell.ts';
import { Stopped } from '../../serving/stop-signal.ts';
import { withRecorder } from '../with-recorder.ts';
import { awaitDatabase } from './await-database.ts';
import { type LogOptions, classifyingFor, openClassifying, upToDate } from './classifying.ts';
import { type FollowedPaths, followedPaths, logsMatching } from './followed-paths.ts';
import { type Pace, followLog } from '../../logs/follow-log.ts';
import type { SourceKey, SourceNotes, SourceReport } from '../../operations/recording/source-notes.ts';
import { withSourceNotes } from '../with-source-notes.ts';
import { describeNote } from './describe-note.ts';
import { createRememberer, rememberingFor } from './remembering.ts';
import { createLogBook } from '../../operations/recording/log-book.ts';
import type { BookNote, LogNote } from '../../logs/notes.ts';
import { createStatusKeeper } from '../../logs/status-keeper.ts';
import { createPatientBook } from '../../logs/patient-book.ts';

export type FollowOptions = CommonOptions & LogOptions & { readonly site: string };

/** Between two looks for new files that match a pattern. */
const PATTERN_MS = 1_000;

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
  const value = { events: totalOf(recorded), ...recordedValue(recorded) };
  print(shell, { value, lines: [`recorded ${describeRecorded(recorded)}`] }, options.json);
}

async function followUntilStopped(
  shell: Shell,
  files: readonly string[],
  options: FollowOptions,
  recorded: EventCounts,
): Promise<void> {
  const paths = followedPaths(files);
  const config = shell.readConfig();
  // the first follower that fails stops the others
  const failed = new AbortController();
  const stop = AbortSignal.any([shell.stopSignal(), failed.signal]);
  const say = (message: string) => note(shell, asTyped(shell, message));
  const waiting = { sleep: sleepUntil(stop), note: (one: BookNote) => say(describeNote(one)) };
  const work = async (recorder: Recorder, sources: SourceNotes) => {
    const site = await requireRecordingSite(recorder.db, options.site);
    const classifying = classifyingFor(config, site, options);
    const { close, ...opened } = await openClassifying(shell, classifying);
    const book = createPatientBook(createLogBook(recorder, site.id), waiting);
    const shared = { book, readOptions: upToDate(opened, book), recorded, now: shell.now, stop };
    const remembering = rememberingFor(config, classifying, { recorder, siteId: site.id });
    const remember = createRememberer(shared, remembering);
    const follow = async (path: string) => {
      await remember(path);
      const status = createStatusKeeper({ book, path }, shell.now);
      const noteOfLog = (one: LogNote) => {
        const text = describeNote(one);
        say(`${path}: ${text}`);
        // its numbers are stored besides
        if (one.kind !== 'passed-over') status.note(text);
      };
      const onBatch = noteTo(sources, { siteId: site.id, kind: 'log', name: path }, shell.now);
      return followLog(
        { ...shared, path, status, note: noteOfLog, onBatch },
        { ...PACE, sleep: waiting.sleep },
      );
    };
    const onFailure = (cause: unknown) => failed.abort(cause);
    const all = { follow, remember, onFailure, sleep: waiting.sleep, note: say };
    await followAll(paths, all).finally(close);
  };
  const open = (onOpen: () => void) =>
    withDatabase(
      config,
      (db) => {
        onOpen();
        return withFollower(shell, config, db, work);
      },
      RECORDING,
    );
  await awaitDatabase(open, waiting);
}

/** Runs the work with all that a follower records with. */
function withFollower(
  shell: Shell,
  config: Config,
  db: Database,
  work: (recorder: Recorder, sources: SourceNotes) => Promise<void>,
): Promise<void> {
  return withRecorder(shell, { ...config, by: 'follower' }, db, (recorder) =>
    withAttributionBeat(recorder, () => withSourceNotes(shell, db, (sources) => work(recorder, sources))),
  );
}

/** Without a server beside it, a follower deletes what has ended. */
async function withAttributionBeat<Result>(
  { db, attribution = NO_ATTRIBUTION, now }: Recorder,
  work: () => Promise<Result>,
): Promise<Result> {
  const beat = startAttributionBeat({ db, attribution, now, sweeps: true });
  return work().finally(() => beat.stop());
}

/** Notes what comes in by a log. */
function noteTo(sources: SourceNotes, log: SourceKey, now: () => number): (report: SourceReport) => void {
  return (report) => {
    sources.note(log, report, now());
  };
}

type FollowingAll = {
  readonly follow: (path: string) => Promise<never>;
  /** Remembers the landings of a log that are open: those of all logs, before one of them is followed. */
  readonly remember: (path: string) => Promise<void>;
  /** Makes `sleep` reject. */
  readonly onFailure: (cause: unknown) => void;
  readonly sleep: Pace['sleep'];
  readonly note: (message: string) => void;
};

/** Follows the named logs, and those that match the patterns, now or later. Rejects when `sleep` does. */
async function followAll(
  { named, patterns }: FollowedPaths,
  { follow, remember, onFailure, sleep, note }: FollowingAll,
): Promise<never> {
  const followers = new Map<string, Promise<never>>();
  const followNew = (path: string) => {
    if (followers.has(path)) return;
    const follower = follow(path);
    follower.catch(onFailure);
    followers.set(path, follower);
  };
  try {
    for (const path of [...named, ...patterns.flatMap(logsMatching)]) await remember(path);
    named.forEach(followNew);
    for (const pattern of patterns)
      if (logsMatching(pattern).length === 0) note(`${pattern}: no file matches yet; waiting for one`);
    for (;;) {
      patterns.flatMap(logsMatching).forEach(followNew);
      await sleep(PATTERN_MS);
    }
  } finally {
    await Promise.allSettled(followers.values());
  }
}

/** Sleeps. Rejects with the reason of the signal once that aborts. */
function sleepUntil(stop: AbortSignal): Pace['sleep'] {
  return async (ms) => {
    await delay(ms, undefined, { signal: stop }).catch(() => undefined);
    stop.throwIfAborted();
  };
}

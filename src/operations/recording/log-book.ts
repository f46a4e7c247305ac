import type { NewEvent } from '../../domain/event.ts';
import type { Exclusions } from '../../domain/exclusions.ts';
import type { FollowedLog } from '../../domain/followed-log.ts';
import type { LogIdentity, RecordedLog } from '../../domain/recorded-log.ts';
import { prepareEvents } from '../../queries/event-statements.ts';
import { forgetFollowedLogs, saveFollowedLog } from '../../queries/followed-logs.ts';
import { findLogs, findLogsAt, hasOtherLogs } from '../../queries/log-positions.ts';
import { findTakenDigests } from '../../queries/request-digests.ts';
import { requireRecordingSite } from '../require-site.ts';
import { type Quota, quota } from './quota.ts';
import { type LogLines, type LogRequest, type Recorded, type Recorder, recordLog } from './record-events.ts';

/** How far the logs of a site are recorded. It records more of them. */
export type LogBook = {
  readonly siteId: string;
  /** The recorded logs that begin with one of these lines. */
  find(firstLines: readonly string[]): Promise<readonly RecordedLog[]>;
  /** Whether another log than this one is recorded. */
  hasOthers(log: LogIdentity): Promise<boolean>;
  /** The recorded logs that were last read at this path. */
  findAt(path: string): Promise<readonly RecordedLog[]>;
  /** Does what `recordLog` does. */
  record(request: LogRequest): Promise<Recorded>;
  /** The digests of these events' requests that are recorded. */
  findTaken(events: readonly NewEvent[]): Promise<ReadonlySet<string>>;
  quota(): Promise<Quota>;
  /** What the site excludes now. */
  exclusions(): Promise<Exclusions>;
  /** Stores what a follower has read. */
  saveStatus(status: FollowedLog): Promise<void>;
  /** Deletes what is stored of the follower of this path. */
  forgetStatus(path: string): Promise<void>;
};

/** A book that can prepare a batch while another is being recorded. */
export type BusyLogBook = LogBook & {
  /** Does a part of the work of `record` in advance. */
  prepare(events: readonly NewEvent[]): NonNullable<LogLines['prepared']>;
};

/** Looks up the site each time: it may be deleted meanwhile, or its account may change plans. */
export function createLogBook(recorder: Recorder, siteId: string): BusyLogBook {
  const { db, now } = recorder;
  return {
    siteId,
    find: (firstLines) => findLogs(db, siteId, firstLines),
    hasOthers: (log) => hasOtherLogs(db, log),
    findAt: (path) => findLogsAt(db, siteId, path),
    prepare: (events) => prepareEvents({ siteId, slot: recorder.slot, events }),
    record: async (request) => recordLog(recorder, await requireRecordingSite(db, siteId), request),
    findTaken: (events) => findTakenDigests(db, siteId, events),
    saveStatus: (status) => saveFollowedLog(db, siteId, status),
    forgetStatus: async (path) => {
      await forgetFollowedLogs(db, siteId, path);
    },
    exclusions: async () => (await requireRecordingSite(db, siteId)).exclusions,
    quota: async () => quota(recorder, await requireRecordingSite(db, siteId), now()),
  };
}

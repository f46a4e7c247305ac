import type { NewEvent } from '../domain/event.ts';
import { requireRecordingSite } from '../operations/owner/sites.ts';
import { type Quota, quota } from '../operations/recording/quota.ts';
import { type LogRequest, type Recorder, recordLog } from '../operations/recording/record-events.ts';
import {
  type LogIdentity,
  type RecordedLog,
  findLogs,
  findLogsAt,
  insertLog,
} from '../queries/log-positions.ts';
import { type PreparedEvents, prepareEvents } from '../queries/event-statements.ts';

/** How far the logs of a site are recorded. It records more of them. */
export type LogBook = {
  readonly siteId: string;
  /** The recorded logs that begin with this line. */
  find(firstLine: string): Promise<readonly RecordedLog[]>;
  /** The recorded logs that were last read at this path. */
  findAt(path: string): Promise<readonly RecordedLog[]>;
  /** Adds a log with nothing recorded, unless it is there. */
  insert(log: LogIdentity, at: Parameters<typeof insertLog>[2]): Promise<void>;
  /** Does what `recordLog` does. */
  record(request: LogRequest): Promise<number>;
  quota(): Promise<Quota>;
};

/** A book that can prepare a batch while another is being recorded. */
export type BusyLogBook = LogBook & {
  /** Does a part of the work of `record` in advance. */
  prepare(events: readonly NewEvent[]): PreparedEvents;
};

/** Looks up the site each time: it may be deleted meanwhile, or its account may change plans. */
export function createLogBook(recorder: Recorder, siteId: string): BusyLogBook {
  const { db, slot, now } = recorder;
  return {
    siteId,
    find: (firstLine) => findLogs(db, siteId, firstLine),
    findAt: (path) => findLogsAt(db, siteId, path),
    insert: (log, at) => insertLog(db, log, at),
    prepare: (events) => prepareEvents({ siteId, slot, events }),
    record: async (request) => recordLog(recorder, await requireRecordingSite(db, siteId), request),
    quota: async () => quota(recorder, await requireRecordingSite(db, siteId), now()),
  };
}

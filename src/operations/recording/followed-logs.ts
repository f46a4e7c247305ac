import {
  type FollowedLog,
  type FollowerState,
  type Lag,
  followerStateOf,
} from '../../domain/followed-log.ts';
import type { RecordedLog } from '../../domain/recorded-log.ts';
import type { Database } from '../../database/database.ts';
import { findLag, listFollowedLogs } from '../../queries/followed-logs.ts';
import { findLogsAt } from '../../queries/log-positions.ts';
import { requireSite } from '../require-site.ts';

/** What is known of a log that is or was followed. */
export type FollowStatus = FollowedLog & {
  readonly follower: FollowerState;
  /** The log that was read last at its path; undefined if nothing of one is recorded. */
  readonly recorded: RecordedLog | undefined;
};

/** The logs of a site that are or were followed, by path. Refused if there is no such site. */
export async function followedLogs(
  db: Database,
  siteId: string,
  nowMs: number,
): Promise<readonly FollowStatus[]> {
  const site = await requireSite(db, siteId);
  const followed = await listFollowedLogs(db, site.id);
  return Promise.all(
    followed.map(async (log) => {
      const [recorded] = await findLogsAt(db, site.id, log.path);
      return { ...log, recorded, follower: followerStateOf(log, nowMs) };
    }),
  );
}

/** How far the followers of all sites are; null where no log is followed. */
export async function followerLag(db: Database): Promise<Lag> {
  return findLag(db);
}

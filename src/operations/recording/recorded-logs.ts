import type { RecordedLog } from '../../domain/recorded-log.ts';
import type { Database } from '../../database/database.ts';
import { forgetFollowedLogs } from '../../queries/followed-logs.ts';
import { deleteLogs, listRecordedLogs } from '../../queries/log-positions.ts';
import { requireSite } from '../require-site.ts';

/** The logs of a site of which something is recorded, by path. Refused if there is no such site. */
export async function recordedLogs(db: Database, siteId: string): Promise<readonly RecordedLog[]> {
  const site = await requireSite(db, siteId);
  return listRecordedLogs(db, site.id);
}

export type ForgottenLogs = {
  /** Those of which something was recorded. */
  readonly logs: readonly RecordedLog[];
  /** Of how many the status of a follower was stored. */
  readonly followed: number;
};

/**
 * Forgets how far the logs of a site are recorded and followed, or only those that were last read at this path. Refused
 * if there is no such site.
 */
export async function forgetLogs(
  db: Database,
  siteId: string,
  path: string | undefined,
): Promise<ForgottenLogs> {
  const site = await requireSite(db, siteId);
  const forgotten = await deleteLogs(db, site.id, path);
  const followed = await forgetFollowedLogs(db, site.id, path);
  // a row in which nothing is recorded was left by an earlier release
  return { logs: forgotten.filter(({ bytes }) => bytes > 0), followed };
}

import { forgetFollowedLogs, saveFollowedLog } from '../../src/queries/followed-logs.ts';
import type { LogStep } from '../../src/domain/recorded-log.ts';
import { deleteLogs, moveLog } from '../../src/queries/log-positions.ts';
import type { Question } from './plan-contract.ts';
import { LOGS_OF_ONE } from './skewed-data.ts';
import { within } from './within.ts';

/** After everything that is stored. */
const NOW = Date.parse('2026-05-01T00:00:00Z');

const FOLLOWED = {
  ...{ startedAtMs: NOW, seenAtMs: NOW, bytesBehind: 0, lines: 1, events: 1, passedOver: '{}' },
  ...{ note: null, notedAtMs: null, stoppedAtMs: null },
};

export const LOG_WRITES: readonly Question[] = [
  {
    of: moveLog,
    when: 'from its start, of a site with many',
    ask: within((tx) => moveLog(tx, stepOf('new', 0))),
    may: { start_log: { rows: 1, read: 1, inserts: true, by: ['placed_sites_pkey'] } },
  },
  {
    of: moveLog,
    when: 'of a site with many',
    ask: within((tx) => moveLog(tx, stepOf('line7', 7))),
    may: { move_log: { rows: 1, by: ['log_positions_pkey'] } },
  },
  {
    of: deleteLogs,
    when: 'at one path',
    ask: (db) => deleteLogs(db, 'busy', '/access.log.7'),
    may: { 'delete log_positions': { rows: 1, read: LOGS_OF_ONE, by: ['log_positions_pkey'] } },
  },
  {
    of: deleteLogs,
    when: 'of a site',
    ask: (db) => deleteLogs(db, 'small1000', undefined),
    may: { 'delete log_positions': { rows: 1, by: ['log_positions_pkey'] } },
  },
  {
    of: saveFollowedLog,
    when: 'one of many, and a new one',
    ask: async (db) => {
      await saveFollowedLog(db, 'busy', { ...FOLLOWED, path: '/access.log.7' });
      await saveFollowedLog(db, 'busy', { ...FOLLOWED, path: '/new.log' });
    },
    may: {
      share_site: { rows: 2, read: 0, by: [] },
      save_followed_log: { rows: 2, read: 2, inserts: true, by: ['placed_sites_pkey'] },
    },
  },
  {
    of: forgetFollowedLogs,
    when: 'at one path',
    ask: (db) => forgetFollowedLogs(db, 'busy', '/access.log.7'),
    may: { 'delete followed_logs': { rows: 1, by: ['followed_logs_pkey'] } },
  },
];

/** A step of a log of the busy site, from this byte on. */
function stepOf(firstLine: string, bytes: number): LogStep {
  const log = { siteId: 'busy', firstLine, copy: 0 };
  const from = { bytes, digest: 'digest', readerState: null };
  const to = { bytes: bytes + 1, digest: 'further', readerState: null };
  return { log, from, to, path: '/access.log', modifiedAtMs: NOW };
}

import { formatInstant } from '../../domain/time.ts';
import { requireSite } from '../../operations/owner/sites.ts';
import { type FollowedLog, listFollowedLogs } from '../../queries/followed-logs.ts';
import { type RecordedLog, findLogsAt } from '../../queries/log-positions.ts';
import { respond } from '../command.ts';
import { columns, counted } from '../output.ts';
import type { Shell } from '../shell.ts';
import type { ListOptions } from './manage-logs.ts';

/** Prints how far the followers of a site's logs are, and what they have read since they started. */
export function showStatus(shell: Shell, options: ListOptions): Promise<void> {
  return respond(shell, options, async (db) => {
    const site = await requireSite(db, options.site);
    const followed = await listFollowedLogs(db, site.id);
    const values = await Promise.all(
      followed.map(async (log) => valueOf(log, (await findLogsAt(db, site.id, log.path))[0])),
    );
    return { value: values, lines: values.length > 0 ? values.flatMap(linesOf) : ['no log is followed'] };
  });
}

type Status = ReturnType<typeof valueOf>;

function valueOf(followed: FollowedLog, recorded: RecordedLog | undefined) {
  const { path, startedAtMs, seenAtMs, bytesBehind, lines, events, passedOver, note, notedAtMs } = followed;
  return {
    log: path,
    recordedBytes: recorded?.bytes ?? 0,
    lastLineAt: recorded ? formatInstant(recorded.modifiedAtMs) : null,
    bytesBehind,
    startedAt: formatInstant(startedAtMs),
    seenAt: formatInstant(seenAtMs),
    lines,
    events,
    passedOver: JSON.parse(passedOver) as Readonly<Record<string, number>>,
    note,
    notedAt: notedAtMs === null ? null : formatInstant(notedAtMs),
  };
}

function linesOf(status: Status): readonly string[] {
  const { log, recordedBytes, lastLineAt, bytesBehind, startedAt, seenAt, note, notedAt } = status;
  const last = lastLineAt === null ? [] : [`last line at ${lastLineAt}`];
  const passedOver = Object.entries(status.passedOver);
  return [
    columns(log, `recorded up to byte ${recordedBytes}`, `${counted(bytesBehind, 'byte')} behind`, ...last),
    columns('', `follower started at ${startedAt}`, `last seen at ${seenAt}`),
    columns('', `read ${counted(status.lines, 'line')}`, `recorded ${counted(status.events, 'event')}`),
    ...passedOver.map(([reason, count]) => columns('', `passed over ${count}`, reason)),
    ...(note === null ? [] : [columns('', `note at ${notedAt}`, note)]),
  ];
}

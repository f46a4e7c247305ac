import { formatInstant } from '../../domain/time.ts';
import { followerStateOf } from '../../logs/status-keeper.ts';
import { requireSite } from '../../operations/require-site.ts';
import { type FollowedLog, listFollowedLogs } from '../../queries/followed-logs.ts';
import { type RecordedLog, findLogsAt } from '../../queries/log-positions.ts';
import { PASSED_OVER } from '../../recording/passed-over.ts';
import { respond } from '../command.ts';
import { columns, counted } from '../output.ts';
import type { Shell } from '../shell.ts';
import type { ListOptions } from './manage-logs.ts';

/** Prints how far the followers of a site's logs are, and what they have read since they started. */
export function showStatus(shell: Shell, options: ListOptions): Promise<void> {
  return respond(shell, options, async (db, nowMs) => {
    const site = await requireSite(db, options.site);
    const followed = await listFollowedLogs(db, site.id);
    const values = await Promise.all(
      followed.map(async (log) => valueOf(log, (await findLogsAt(db, site.id, log.path))[0], nowMs)),
    );
    return { value: values, lines: values.length > 0 ? values.flatMap(linesOf) : ['no log is followed'] };
  });
}

type Status = ReturnType<typeof valueOf>;

function valueOf(followed: FollowedLog, recorded: RecordedLog | undefined, nowMs: number) {
  const { path, startedAtMs, seenAtMs, stoppedAtMs, bytesBehind } = followed;
  const { lines, events, passedOver, note, notedAtMs } = followed;
  return {
    log: path,
    recordedBytes: recorded?.bytes ?? 0,
    lastLineAt: recorded ? formatInstant(recorded.modifiedAtMs) : null,
    bytesBehind,
    follower: followerStateOf(followed, nowMs),
    startedAt: formatInstant(startedAtMs),
    stoppedAt: stoppedAtMs === null ? null : formatInstant(stoppedAtMs),
    seenAt: formatInstant(seenAtMs),
    lines,
    events,
    passedOver: JSON.parse(passedOver) as Readonly<Record<string, number>>,
    note,
    notedAt: notedAtMs === null ? null : formatInstant(notedAtMs),
  };
}

function linesOf(status: Status): readonly string[] {
  const { log, recordedBytes, lastLineAt, bytesBehind, note, notedAt } = status;
  const last = lastLineAt === null ? [] : [`last line at ${lastLineAt}`];
  const passedOver = Object.entries(status.passedOver);
  return [
    columns(log, `recorded up to byte ${recordedBytes}`, `${counted(bytesBehind, 'byte')} behind`, ...last),
    columns('', ...followerFields(status)),
    columns('', `read ${counted(status.lines, 'line')}`, `recorded ${counted(status.events, 'event')}`),
    ...passedOver.map(([reason, count]) => columns('', `passed over ${count}`, SENTENCES[reason] ?? reason)),
    ...(note === null ? [] : [columns('', `note at ${notedAt}`, note)]),
  ];
}

/** Another release may have stored a reason that this one does not know. */
const SENTENCES: Readonly<Record<string, string | undefined>> = PASSED_OVER;

function followerFields({ follower, startedAt, stoppedAt, seenAt }: Status): readonly string[] {
  const started = `started at ${startedAt}`;
  switch (follower) {
    case 'running':
      return ['follower is running', started, `last seen at ${seenAt}`];
    case 'stopped':
      return [`follower stopped at ${stoppedAt ?? seenAt}`, started];
    case 'silent':
      return [`follower was last seen at ${seenAt}, and probably killed`, started];
  }
}

import { counted } from '../../domain/counted.ts';
import { formatInstant, instantOrNull } from '../../domain/time.ts';
import { type FollowStatus, followedLogs } from '../../operations/recording/followed-logs.ts';
import { PASSED_OVER } from '../../recording/passed-over.ts';
import { respond } from '../command.ts';
import { columns } from '../output.ts';
import type { Shell } from '../shell.ts';
import type { ListOptions } from './manage-logs.ts';

/** Prints how far the followers of a site's logs are, and what they have read since they started. */
export function showStatus(shell: Shell, options: ListOptions): Promise<void> {
  return respond(shell, options, async (db, nowMs) => {
    const logs = await followedLogs(db, options.site, nowMs);
    const none = 'no log of the site is followed yet; see "logs follow"';
    const label = logs.length === 0 ? none : undefined;
    return { value: logs.map(statusValue), label, lines: logs.flatMap(statusLines) };
  });
}

function statusValue(log: FollowStatus) {
  return {
    log: log.path,
    recorded_bytes: log.recorded?.bytes ?? 0,
    last_line_at: instantOrNull(log.recorded?.modifiedAtMs ?? null),
    bytes_behind: log.bytesBehind,
    follower: log.follower,
    started_at: formatInstant(log.startedAtMs),
    stopped_at: instantOrNull(log.stoppedAtMs),
    seen_at: formatInstant(log.seenAtMs),
    lines: log.lines,
    events: log.events,
    passed_over: passedOverOf(log),
    note: log.note,
    noted_at: instantOrNull(log.notedAtMs),
  };
}

function statusLines(log: FollowStatus): readonly string[] {
  const { path, recorded, bytesBehind, note, notedAtMs } = log;
  const last = recorded ? [`last line at ${formatInstant(recorded.modifiedAtMs)}`] : [];
  const upTo = `recorded up to byte ${recorded?.bytes ?? 0}`;
  return [
    columns(path, upTo, `${counted(bytesBehind, 'byte')} behind`, ...last),
    columns('', ...followerFields(log)),
    columns('', `read ${counted(log.lines, 'line')}`, `recorded ${counted(log.events, 'event')}`),
    ...Object.entries(passedOverOf(log)).map(([reason, count]) =>
      columns('', `skipped ${count}`, SENTENCES[reason] ?? reason),
    ),
    ...(note === null || notedAtMs === null
      ? []
      : [columns('', `note at ${formatInstant(notedAtMs)}`, note)]),
  ];
}

function passedOverOf({ passedOver }: FollowStatus): Readonly<Record<string, number>> {
  return JSON.parse(passedOver) as Readonly<Record<string, number>>;
}

/** Another release may have stored a reason that this one does not know. */
const SENTENCES: Readonly<Record<string, string | undefined>> = PASSED_OVER;

function followerFields({ follower, startedAtMs, stoppedAtMs, seenAtMs }: FollowStatus): readonly string[] {
  const started = `started at ${formatInstant(startedAtMs)}`;
  const seenAt = formatInstant(seenAtMs);
  switch (follower) {
    case 'running':
      return ['follower is running', started, `last seen at ${seenAt}`];
    case 'stopped':
      return [`follower stopped at ${instantOrNull(stoppedAtMs) ?? seenAt}`, started];
    case 'silent':
      return [`follower was last seen at ${seenAt}, and probably killed`, started];
  }
}

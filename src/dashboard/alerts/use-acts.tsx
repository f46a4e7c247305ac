import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '../answers/problem.ts';
import { useChange } from '../answers/use-change.ts';
import { MarkExpectedDocument, MuteDocument, MutesDocument, UnmuteDocument } from '../generated/graphql.ts';
import { ChangeNote } from '../parts/form-dialog.tsx';
import { readableName } from '../parts/name-text.ts';
import { nowMs } from '../time/days.ts';
import { type AlertActs, dayOfAlert } from './alert-menu.tsx';
import { type Alert, mutedOf } from './alert-words.ts';
import { NewNoteDialog } from './note-dialog.tsx';

const UNDO_MS = 10_000;
const DAY_MS = 86_400_000;

type Done = { readonly alertId: string; readonly words: string; readonly undo: () => Promise<unknown> };

/** What the reader does about alerts: it answers at once, beside the alert, and can be undone for ten seconds. */
export function useAlertActs(askAgain: () => void) {
  const { mark, mute, statusOf } = useUndoableActs(askAgain);
  const [noted, setNoted] = useState<Alert>();
  const acts: AlertActs = {
    markExpected: (alert, expected) => void mark(alert, expected),
    mute: (alert, days) => void mute(alert, days),
    addNote: setNoted,
  };
  return {
    acts,
    statusOf,
    dialog: noted?.site && (
      <NewNoteDialog
        siteId={noted.site.id}
        day={dayOfAlert(noted)}
        onDone={askAgain}
        onClosed={() => setNoted(undefined)}
      />
    ),
  };
}

function useUndoableActs(askAgain: () => void) {
  const changes = {
    marking: useChange(MarkExpectedDocument),
    // read once, when the reader mutes something
    reading: useChange(MutesDocument),
    muting: useChange(MuteDocument),
    unmuting: useChange(UnmuteDocument),
  };
  const [last, setLast] = useState<{ readonly alertId: string; readonly act: keyof typeof changes }>();
  const [done, setDone] = useState<Done>();
  useForgotten(done, () => setDone(undefined));

  async function mark(alert: Alert, expected: boolean) {
    setLast({ alertId: alert.id, act: 'marking' });
    if (!(await changes.marking.send({ id: alert.id, expected }))) return;
    askAgain();
    const words = expected ? 'Marked as expected.' : 'Not expected any more.';
    setDone({ alertId: alert.id, words, undo: () => mark(alert, !expected) });
  }

  async function mute(alert: Alert, days: number | undefined) {
    const [subject, siteId] = [mutedOf(alert), alert.site?.id];
    if (subject === undefined || siteId === undefined) return;
    const { id: alertId, subjectKind } = alert;
    setLast({ alertId, act: 'reading' });
    const read = await changes.reading.send({ siteId });
    const before = read?.site?.mutes?.filter(
      (one) => one.subjectKind === subjectKind && one.subject === subject,
    );
    if (!before) return;
    setLast({ alertId, act: 'muting' });
    const muted = { siteId, subjectKind, subject };
    const until = days === undefined ? null : new Date(nowMs() + days * DAY_MS).toISOString();
    if (!(await changes.muting.send({ ...muted, until }))) return;
    // a mute of all kinds ends with all others of its subject, so these are made again
    const undo = async () => {
      setLast({ alertId, act: 'unmuting' });
      if (!(await changes.unmuting.send(muted))) return;
      setLast({ alertId, act: 'muting' });
      for (const one of before)
        if (!(await changes.muting.send({ ...muted, kind: one.kind, until: one.until }))) return;
      setDone(undefined);
    };
    setDone({ alertId, words: `Muted ${readableName(subject)}.`, undo });
  }

  /** What stands beside an alert after something was done about it. */
  const statusOf = (alert: Alert): ComponentChildren => (
    <ActStatus
      done={done?.alertId === alert.id ? done : undefined}
      problem={last?.alertId === alert.id ? changes[last.act].problem : undefined}
    />
  );
  return { mark, mute, statusOf };
}

/** What was done can be undone for a while. */
export function useForgotten(done: object | undefined, forget: () => void): void {
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(forget, UNDO_MS);
    return () => clearTimeout(timer);
  }, [done]);
}

type StatusProps = {
  readonly done: Pick<Done, 'words' | 'undo'> | undefined;
  readonly problem: Problem | undefined;
};

export function ActStatus({ done, problem }: StatusProps) {
  return (
    <span role="status" class="act-status">
      {problem && <ChangeNote problem={problem} />}
      {!problem && done && (
        <>
          {done.words}{' '}
          <button class="btn quiet small" onClick={() => void done.undo()}>
            Undo
          </button>
        </>
      )}
    </span>
  );
}

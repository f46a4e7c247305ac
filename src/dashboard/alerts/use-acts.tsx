import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '../answers/problem.ts';
import { useChange } from '../answers/use-change.ts';
import { MarkExpectedDocument, MuteDocument, UnmuteDocument } from '../generated/graphql.ts';
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
  const marking = useChange(MarkExpectedDocument);
  const muting = useChange(MuteDocument);
  const unmuting = useChange(UnmuteDocument);
  const [actedOn, setActedOn] = useState<string>();
  const [done, setDone] = useState<Done>();
  const [noted, setNoted] = useState<Alert>();
  useForgotten(done, () => setDone(undefined));

  async function mark(alert: Alert, expected: boolean) {
    setActedOn(alert.id);
    if (!(await marking.send({ id: alert.id, expected }))) return;
    askAgain();
    const words = expected ? 'Marked as expected.' : 'Not expected any more.';
    setDone({ alertId: alert.id, words, undo: () => mark(alert, !expected) });
  }

  async function mute(alert: Alert, days: number | undefined) {
    const [subject, siteId] = [mutedOf(alert), alert.site?.id];
    if (subject === undefined || siteId === undefined) return;
    setActedOn(alert.id);
    const muted = { siteId, subjectKind: alert.subjectKind, subject };
    const until = days === undefined ? null : new Date(nowMs() + days * DAY_MS).toISOString();
    if (!(await muting.send({ ...muted, until }))) return;
    const undo = async () => (await unmuting.send(muted)) && setDone(undefined);
    setDone({ alertId: alert.id, words: `Muted ${readableName(subject)}.`, undo });
  }

  const acts: AlertActs = {
    markExpected: (alert, expected) => void mark(alert, expected),
    mute: (alert, days) => void mute(alert, days),
    addNote: setNoted,
  };
  const problem = marking.problem ?? muting.problem ?? unmuting.problem;
  return {
    acts,
    /** What stands beside an alert after something was done about it. */
    statusOf: (alert: Alert): ComponentChildren => (
      <ActStatus
        done={done?.alertId === alert.id ? done : undefined}
        problem={actedOn === alert.id ? problem : undefined}
      />
    ),
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

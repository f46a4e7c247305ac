import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useChange } from '../answers/use-change.ts';
import { ChangeNoteDocument, CreateNoteDocument, DeleteNoteDocument } from '../generated/graphql.ts';
import { overviewPath } from '../links.ts';
import { type ChangeProps, ChangeNote, FormDialog } from '../parts/form-dialog.tsx';
import { readableName } from '../parts/name-text.ts';
import { type Day, formatDay, formatHour } from '../time/days.ts';
import { AlertMark } from './alert-mark.tsx';
import { type AlertActs, dayOfAlert } from './alert-menu.tsx';
import { mutedOf } from './alert-words.ts';
import { KIND_NAMES } from './alerts-view.ts';
import type { MarkedAlert, MarkedNote, StripMark } from './strip-marks.ts';
import { ActStatus, useAlertActs, useForgotten } from './use-acts.tsx';
import { Usual } from './usual.tsx';

/** What an owner may do there. */
export type OwnMarks = {
  readonly askAgain: () => void;
  readonly onDeleted: (note: MarkedNote) => void;
};

type Props = {
  readonly mark: StripMark;
  readonly today: Day;
  /** Undefined for those who may only look. */
  readonly own: OwnMarks | undefined;
};

/** All that a mark stands for. */
export function MarkCards({ mark, today, own }: Props) {
  const { acts, statusOf, dialog } = useAlertActs(() => own?.askAgain());
  return (
    <>
      {mark.alerts.map((alert) => (
        <AlertCard key={alert.id} {...{ alert, today }} acts={own && acts} status={statusOf(alert)} />
      ))}
      {mark.notes.map((note) => (
        <NoteCard key={note.id} {...{ note, today, own }} />
      ))}
      {dialog}
    </>
  );
}

type AlertProps = {
  readonly alert: MarkedAlert;
  readonly today: Day;
  /** Undefined for those who may only look. */
  readonly acts: AlertActs | undefined;
  readonly status: ComponentChildren;
};

/** What an alert says, above the day that it is about. */
function AlertCard({ alert, today, acts, status }: AlertProps) {
  const { kind, at, until, state, title, detail } = alert;
  const day = dayOfAlert(alert);
  const isExpected = state === 'EXPECTED';
  return (
    <article>
      <p class="when">
        <AlertMark kind={isExpected ? 'expected' : 'alert'} />
        <b>{KIND_NAMES[kind]}</b>
        <span>
          {formatDay(day, today)}, raised at {formatHour(at, today)}
          {state === 'OVER' && until !== null && until > at && `, over at ${formatHour(until, today)}`}
        </span>
      </p>
      <h3>
        <bdi>{title}</bdi>
      </h3>
      <p>
        <bdi>{detail}</bdi>
      </p>
      <Usual alert={alert} />
      {acts && <AlertDeeds alert={alert} acts={acts} />}
      {status}
    </article>
  );
}

type DeedsProps = { readonly alert: MarkedAlert; readonly acts: AlertActs };

function AlertDeeds({ alert, acts }: DeedsProps) {
  const { site, state } = alert;
  const day = dayOfAlert(alert);
  const muted = mutedOf(alert);
  const isExpected = state === 'EXPECTED';
  return (
    <div class="acts">
      {site && (
        <a class="btn small" href={`${overviewPath(site.id)}?start=${day}&end=${day}&by=hour`}>
          See the day
        </a>
      )}
      <button class="btn quiet small" onClick={() => acts.markExpected(alert, !isExpected)}>
        {isExpected ? 'Not expected' : 'As expected'}
      </button>
      {muted !== undefined && (
        <button class="btn quiet small" onClick={() => acts.mute(alert, undefined)}>
          Mute <bdi>{readableName(muted)}</bdi>
        </button>
      )}
    </div>
  );
}

type NoteProps = Omit<Props, 'mark'> & { readonly note: MarkedNote };

/** What somebody wrote about the day. */
function NoteCard({ note, today, own }: NoteProps) {
  const { date, text, by } = note;
  return (
    <article>
      <p class="when">
        <AlertMark kind="note" />
        <b>Note</b>
        <span>
          {formatDay(date, today)}
          {by !== null && `, ${by}`}
        </span>
      </p>
      <p class="note-text">
        <bdi>{text}</bdi>
      </p>
      {own && <NoteDeeds {...own} note={note} />}
    </article>
  );
}

function NoteDeeds({ note, askAgain, onDeleted }: OwnMarks & { readonly note: MarkedNote }) {
  const [isEditing, setIsEditing] = useState(false);
  const { problem, send } = useChange(DeleteNoteDocument);
  const remove = async () => {
    if (!(await send({ id: note.id }))) return;
    onDeleted(note);
    askAgain();
  };
  return (
    <>
      {problem && <ChangeNote problem={problem} />}
      <div class="acts">
        <button class="btn quiet small" onClick={() => setIsEditing(true)}>
          Edit
        </button>
        <button class="btn quiet small" onClick={() => void remove()}>
          Delete
        </button>
      </div>
      {isEditing && <EditDialog note={note} onDone={askAgain} onClosed={() => setIsEditing(false)} />}
    </>
  );
}

function EditDialog({ note, ...dialog }: ChangeProps & { readonly note: MarkedNote }) {
  return (
    <FormDialog
      {...dialog}
      title="Edit the note"
      act={['Save', 'Saving…']}
      fields={[
        { name: 'text', label: 'Note', rows: 3, value: note.text, hint: 'Plain text, up to 500 characters.' },
        { name: 'date', label: 'Day', type: 'date', value: note.date, codes: ['INVALID_DATE'] },
      ]}
      document={ChangeNoteDocument}
      variables={(text) => ({ id: note.id, date: text('date'), text: text('text') })}
    />
  );
}

type DeletedProps = {
  readonly note: MarkedNote;
  readonly siteId: string;
  readonly askAgain: () => void;
  readonly forget: () => void;
};

/** A note that was deleted can be written again for ten seconds. */
export function DeletedNote({ note, siteId, askAgain, forget }: DeletedProps) {
  const { problem, send } = useChange(CreateNoteDocument);
  useForgotten(note, forget);
  const undo = async () => {
    if (!(await send({ siteId, date: note.date, text: note.text }))) return;
    forget();
    askAgain();
  };
  return <ActStatus done={{ words: 'Note deleted.', undo }} problem={problem} />;
}

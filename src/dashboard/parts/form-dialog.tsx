import type { AnyVariables } from '../answers/ask.ts';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Problem } from '../answers/problem.ts';
import { useChange } from '../answers/use-change.ts';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { Dialog, type DialogProps } from './dialog.tsx';
import { Note, Outdated, Ring, SignedOut } from './note.tsx';

/** What the button does, and what it says meanwhile. */
type Act = readonly [name: string, whileBusy: string];

export type FormField = {
  readonly name: string;
  readonly label: ComponentChildren;
  readonly hint?: string;
  /** The refusals that are about it. */
  readonly codes?: readonly string[] | undefined;
  readonly type?: 'text' | 'password' | 'number' | 'date' | 'datetime-local';
  /** Which keys a screen without a keyboard shows. */
  readonly inputMode?: 'email' | 'url';
  readonly placeholder?: string;
  readonly value?: string;
  readonly autocomplete?: string;
  /** How many lines of text it shows, if it takes several. */
  readonly rows?: number;
};

/** What a screen says to each of its dialogs. */
export type ChangeProps = {
  /** Called when the server has made the change. */
  readonly onDone: () => void;
  readonly onClosed: () => void;
};

type Props<Data, Variables> = ChangeProps &
  Pick<DialogProps, 'title' | 'lede' | 'isAlert'> & {
    readonly act: Act;
    /** The button that changes nothing. */
    readonly keep?: string;
    /** The change. */
    readonly document: TypedDocumentString<Data, Variables>;
    /** What it takes, from the texts of the fields. */
    readonly variables: (text: (name: string) => string) => Variables;
    readonly fields?: readonly FormField[];
    /** What is shown once it is made, such as a new key. Without it, the dialog closes. */
    readonly made?: (data: Data, variables: Variables) => ComponentChildren;
    /** More fields, before and after the others. */
    readonly first?: ComponentChildren;
    readonly children?: ComponentChildren;
  };

/**
 * A dialog with fields and one deed. A refusal stands beneath the field that it is about, or above them all. A value that is
 * typed only in part is not sent. A dialog for a destructive deed has the focus on the button that keeps everything.
 */
export function FormDialog<Data, Variables extends AnyVariables>(props: Props<Data, Variables>) {
  const { document, variables, made, onDone, act, keep = 'Cancel', ...rest } = props;
  const { first, fields = [], children, ...dialog } = rest;
  const { isAlert = false } = dialog;
  const { isBusy, problem: refusal, send } = useChange(document);
  const [done, setDone] = useState<readonly [Data, Variables]>();
  const [partial, setPartial] = useState<readonly string[]>([]);
  const submit = async (event: SubmitEvent, close: () => void) => {
    event.preventDefault();
    if (isBusy || !(event.currentTarget instanceof HTMLFormElement)) return;
    const typedInPart = partialIn(event.currentTarget);
    setPartial(typedInPart);
    if (typedInPart.length > 0) return;
    const form = new FormData(event.currentTarget);
    const sent = variables((name) => textIn(form, name));
    const data = await send(sent);
    if (!data) return;
    onDone();
    if (made) setDone([data, sent]);
    else close();
  };
  if (made && done) return <>{made(...done)}</>;
  // what was refused before says nothing of what was not sent
  const problem = partial.length === 0 ? refusal : undefined;
  const isOfField = fields.some((field) => faultOf(problem, field) !== undefined);
  return (
    <Dialog {...dialog} staysOpen={isBusy}>
      {(close) => (
        <form onSubmit={(event) => void submit(event, close)} noValidate>
          <div class="stack">
            {problem && !isOfField && <ChangeNote problem={problem} />}
            {first}
            {fields.map((field, at) => (
              <Field
                key={field.name}
                {...field}
                problem={problem}
                isPartial={partial.includes(field.name)}
                autofocus={at === 0 && !isAlert}
              />
            ))}
            {children}
          </div>
          <Acts {...{ act, keep, isAlert, isBusy, close }} />
        </form>
      )}
    </Dialog>
  );
}

type ActsProps = {
  readonly act: Act;
  readonly keep: string;
  readonly isAlert: boolean;
  readonly isBusy: boolean;
  readonly close: () => void;
};

const Acts = ({ act, keep, isAlert, isBusy, close }: ActsProps) => (
  <div class="acts">
    <button
      type="button"
      class="btn"
      onClick={() => isBusy || close()}
      autofocus={isAlert}
      aria-disabled={isBusy}
    >
      {keep}
    </button>
    <BusyButton class={isAlert ? 'btn primary danger' : 'btn primary'} act={act} isBusy={isBusy} />
  </div>
);

/** The title of a dialog about something with a name, which may be of any script. */
export const titleOf = (deed: string, name: string, end = '') => (
  <>
    {deed} “<bdi>{name}</bdi>”{end}
  </>
);

type BusyProps = {
  readonly class: string;
  readonly act: Act;
  readonly isBusy: boolean;
  /** What it is about, for who does not see what stands beside it. */
  readonly about?: string;
  /** Without it, it submits its form. */
  readonly onClick?: () => void;
};

/** It keeps its width while it says what it does. */
export function BusyButton(props: BusyProps) {
  const {
    class: className,
    act: [name, whileBusy],
    isBusy,
    about,
    onClick,
  } = props;
  return (
    <button class={className} aria-disabled={isBusy} onClick={onClick}>
      <span class="swap">
        <span class={isBusy ? 'off' : ''}>{name}</span>
        <span class={isBusy ? '' : 'off'}>{whileBusy}</span>
      </span>
      {about !== undefined && <span class="sr"> {about}</span>}
    </button>
  );
}

/** Why a change was not made. It is not sent again by itself. */
export function ChangeNote({ problem }: { readonly problem: Problem }) {
  switch (problem.kind) {
    case 'signed-out':
      return <SignedOut />;
    case 'limited':
      return (
        <Note
          icon={<Ring seconds={problem.retryAfterSeconds} />}
          fact="Too many requests."
          next="Nothing was changed. Try again when the countdown is over."
        />
      );
    case 'unreachable':
      return (
        <Note
          fact={navigator.onLine ? 'The server does not respond.' : 'You are offline.'}
          next="Try again in a moment."
        />
      );
    case 'outdated':
      return <Outdated />;
    case 'refused':
      return <Note fact={problem.message} next={`Code ${problem.code}.`} />;
  }
}

type FieldProps = FormField & {
  readonly problem: Problem | undefined;
  /** Whether its value was typed only in part. */
  readonly isPartial: boolean;
  readonly autofocus: boolean;
};

/** A field that says beneath it what is wrong with it, or what the server found wrong. */
function Field({ label, hint, problem, isPartial, codes, value, rows, ...input }: FieldProps) {
  const id = useId();
  const fault = isPartial ? WHOLE[input.type ?? ''] : faultOf(problem, { name: input.name, codes });
  const attributes = {
    ...{ ...input, id, class: 'input', defaultValue: value },
    ...{ 'aria-invalid': fault !== undefined, 'aria-describedby': `${id}-hint` },
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows === undefined ? <input {...attributes} /> : <textarea {...attributes} rows={rows} />}
      <small
        id={`${id}-hint`}
        class={fault === undefined ? '' : 'fault'}
        role={fault === undefined ? undefined : 'alert'}
      >
        {fault ?? hint}
      </small>
    </div>
  );
}

type Blamed = Pick<FormField, 'name' | 'codes'>;

/** What is wrong with a field, by the code of the refusal, or by the parameter with which its sentence begins. */
function faultOf(problem: Problem | undefined, { name, codes = [] }: Blamed): string | undefined {
  if (problem?.kind !== 'refused') return undefined;
  const { code, message } = problem;
  if (codes.includes(code)) return message;
  const begins = code === 'INVALID_PARAMETER' && message.startsWith(`${name} must `);
  return begins ? `Must ${message.slice(`${name} must `.length)}` : undefined;
}

/** What a field has to have, by its type. Of other types a browser takes any text. */
const WHOLE: Readonly<Record<string, string>> = {
  number: 'Must be a number.',
  date: 'Must be a complete date that exists.',
  'datetime-local': 'Must be a complete date that exists, with a time.',
};

/** The names of the fields that are typed only in part, or are no number. `FormData` has them as empty ones. */
const partialIn = (form: HTMLFormElement): readonly string[] =>
  [...form.querySelectorAll('input')].filter(({ validity }) => validity.badInput).map(({ name }) => name);

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

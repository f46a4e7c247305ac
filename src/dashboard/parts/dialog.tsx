import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Problem } from '../answers/problem.ts';
import { Note, Outdated, Ring, SignedOut } from './note.tsx';

type Props = {
  readonly title: ComponentChildren;
  readonly lede?: ComponentChildren;
  /** Asks before something that cannot be undone. */
  readonly isAlert?: boolean;
  /** Whether Esc leaves it open, because what it shows or waits for, such as a new key, may be shown in no other place. */
  readonly staysOpen?: boolean;
  /** Called once the dialog is closed. */
  readonly onClosed: () => void;
  readonly children: (close: () => void) => ComponentChildren;
};

/** A modal dialog. It is open while it is rendered, and returns the focus when it closes. */
export function Dialog({ title, lede, isAlert = false, staysOpen = false, onClosed, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isDismissed = useRef(false);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const onCancel = (event: Event) => staysOpen && event.preventDefault();
  const onClose = () => {
    // browsers let a second Esc through
    if (staysOpen && !isDismissed.current) return dialog.current?.showModal();
    onClosed();
    // what had the focus may be gone, as a revoked key's button is
    if (document.activeElement === document.body) document.getElementById('main')?.focus();
  };
  const dismiss = () => {
    isDismissed.current = true;
    dialog.current?.close();
  };
  return (
    <dialog
      ref={dialog}
      {...(isAlert && { role: 'alertdialog' as const })}
      aria-labelledby={id}
      aria-describedby={lede === undefined ? undefined : `${id}-lede`}
      onCancel={onCancel}
      onClose={onClose}
    >
      <h2 id={id}>{title}</h2>
      {lede !== undefined && (
        <p class="lede" id={`${id}-lede`}>
          {lede}
        </p>
      )}
      {children(dismiss)}
    </dialog>
  );
}

type FormProps = Omit<Props, 'children' | 'staysOpen'> & {
  /** What the button does, and what it says meanwhile. */
  readonly act: readonly [name: string, whileBusy: string];
  readonly keep?: string;
  readonly isBusy: boolean;
  /** What is wrong, unless a field says so. */
  readonly problem?: Problem | undefined;
  /** Returns whether it is done, which closes the dialog. */
  readonly onSubmit: (form: FormData) => Promise<boolean>;
  readonly children?: ComponentChildren;
};

/** A dialog with fields and one deed. A destructive one has the focus on the button that keeps everything. */
export function FormDialog({ act, keep, isBusy, problem, onSubmit, children, ...dialog }: FormProps) {
  const { isAlert = false } = dialog;
  const submit = async (event: SubmitEvent, close: () => void) => {
    event.preventDefault();
    if (isBusy || !(event.currentTarget instanceof HTMLFormElement)) return;
    if (await onSubmit(new FormData(event.currentTarget))) close();
  };
  return (
    <Dialog {...dialog} staysOpen={isBusy}>
      {(close) => (
        <form onSubmit={(event) => void submit(event, close)} noValidate>
          <div class="stack">
            {problem && <ChangeNote problem={problem} />}
            {children}
          </div>
          <div class="acts">
            <button
              type="button"
              class="btn"
              onClick={() => isBusy || close()}
              autofocus={isAlert}
              aria-disabled={isBusy}
            >
              {keep ?? 'Cancel'}
            </button>
            <BusyButton class={isAlert ? 'btn primary danger' : 'btn primary'} act={act} isBusy={isBusy} />
          </div>
        </form>
      )}
    </Dialog>
  );
}

type BusyProps = {
  readonly class: string;
  readonly act: FormProps['act'];
  readonly isBusy: boolean;
};

/** Submits its form. It keeps its width while it says what it does. */
function BusyButton({ class: className, act: [name, whileBusy], isBusy }: BusyProps) {
  return (
    <button class={className} aria-disabled={isBusy}>
      <span class="swap">
        <span class={isBusy ? 'off' : ''}>{name}</span>
        <span class={isBusy ? '' : 'off'}>{whileBusy}</span>
      </span>
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

type FieldProps = {
  readonly name: string;
  readonly label: ComponentChildren;
  readonly hint?: string;
  readonly problem: Problem | undefined;
  /** The refusals that are about this field. */
  readonly codes: readonly string[];
  readonly type?: 'text' | 'password' | 'number' | 'date';
  readonly value?: string;
  readonly autocomplete?: string;
  readonly autofocus?: boolean;
};

/** A field that says beneath it what the server found wrong with it. */
export function Field({ name, label, hint, problem, codes, value, ...input }: FieldProps) {
  const id = useId();
  const fault = faultOf(problem, codes);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...input}
        id={id}
        class="input"
        name={name}
        defaultValue={value}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-hint`}
      />
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

function faultOf(problem: Problem | undefined, codes: readonly string[]): string | undefined {
  return problem?.kind === 'refused' && codes.includes(problem.code) ? problem.message : undefined;
}

/** The problem, unless one of the fields shows it. */
export function beside(problem: Problem | undefined, codes: readonly string[]): Problem | undefined {
  return faultOf(problem, codes) === undefined ? problem : undefined;
}

export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

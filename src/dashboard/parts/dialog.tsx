import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

export type DialogProps = {
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
export function Dialog({ title, lede, isAlert = false, staysOpen = false, onClosed, children }: DialogProps) {
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

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useCopy } from './copy.tsx';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';

type Props = {
  /** What it is: `the key`. */
  readonly what: string;
  readonly text: string;
  /** What else there is to know. */
  readonly note?: string;
  /** What is said in place of all that, of a text that the server keeps. */
  readonly lede?: ComponentChildren;
  readonly onClosed: () => void;
  readonly children?: ComponentChildren;
};

/** Shows a text that is in this dialog only, and gone when it closes: Esc closes it only after the text was copied. */
export function SecretDialog({ what, text, note = '', lede, onClosed, children }: Props) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <Dialog
      title={`Copy ${what} now`}
      lede={lede ?? `It is not shown again: only a fingerprint of it is kept.${note && ` ${note}`}`}
      staysOpen={!isCopied}
      onClosed={onClosed}
    >
      {(close) => (
        <>
          <div class="stack">
            <Secret text={text} what={what} onCopied={() => setIsCopied(true)} />
            {children}
          </div>
          <div class="acts">
            <button class="btn" onClick={close}>
              I have stored it
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

type SecretProps = Pick<Props, 'what' | 'text'> & { readonly onCopied?: () => void };

/** A click selects all of the text. */
export function Secret({ text, what, onCopied }: SecretProps) {
  const { code, copied, words, copy } = useCopy(text, onCopied);
  return (
    <div class="secret">
      <code ref={code} onCopy={onCopied}>
        {text}
      </code>
      <button type="button" class="btn primary" autofocus onClick={() => void copy()}>
        <Icon name={copied === 'copied' ? 'tick' : 'copy'} />
        Copy<span class="sr"> {what}</span>
      </button>
      <small class="hint" role="status">
        {words}
      </small>
    </div>
  );
}

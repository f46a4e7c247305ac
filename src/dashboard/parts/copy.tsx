import { useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

type Copied = 'not-yet' | 'copied' | 'selected';

/** Copies a text. Where the browser does not let a page copy, it selects the text instead. */
export function useCopy(text: string, onCopied?: () => void) {
  const code = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState<Copied>('not-yet');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied('copied');
      onCopied?.();
    } catch {
      if (code.current) getSelection()?.selectAllChildren(code.current);
      setCopied('selected');
    }
  };
  return { code, copied, copy };
}

const WORDS = { 'not-yet': '', copied: 'Copied', selected: 'Selected: press Ctrl C' } as const;

/** A command or a piece of a file, with a button that copies it. */
export function Code({ text }: { readonly text: string }) {
  const { code, copied, copy } = useCopy(text);
  return (
    <div class="code bare">
      <pre tabIndex={0}>
        <code ref={code}>{text}</code>
      </pre>
      <CopyButton copied={copied} copy={copy} />
    </div>
  );
}

type CopyButtonProps = Pick<ReturnType<typeof useCopy>, 'copied' | 'copy'>;

export function CopyButton({ copied, copy }: CopyButtonProps) {
  return (
    <>
      <button
        type="button"
        class="btn quiet icon copy"
        aria-label="Copy"
        title={WORDS[copied] || 'Copy'}
        onClick={() => void copy()}
      >
        <Icon name={copied === 'copied' ? 'tick' : 'copy'} />
      </button>
      <span class="sr" role="status">
        {WORDS[copied]}
      </span>
    </>
  );
}

type SecretProps = {
  readonly text: string;
  /** What it is: `the key`. */
  readonly what: string;
  readonly onCopied: () => void;
};

/** A text that is shown once. A click selects all of it. */
export function Secret({ text, what, onCopied }: SecretProps) {
  const { code, copied, copy } = useCopy(text, onCopied);
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
        {WORDS[copied]}
      </small>
    </div>
  );
}

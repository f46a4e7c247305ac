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
  return { code, copied, words: WORDS[copied], copy };
}

const WORDS = { 'not-yet': '', copied: 'Copied', selected: 'Selected: press Ctrl C' } as const;

/** A command or a piece of a file, with a button that copies it. */
export function Code({ text }: { readonly text: string }) {
  const { code, ...copying } = useCopy(text);
  return (
    <div class="code bare">
      <pre tabIndex={0}>
        <code ref={code}>{text}</code>
      </pre>
      <CopyButton {...copying} />
    </div>
  );
}

type CopyButtonProps = Omit<ReturnType<typeof useCopy>, 'code'>;

export function CopyButton({ copied, words, copy }: CopyButtonProps) {
  return (
    <>
      <button
        type="button"
        class="btn quiet icon copy"
        aria-label="Copy"
        title={words || 'Copy'}
        onClick={() => void copy()}
      >
        <Icon name={copied === 'copied' ? 'tick' : 'copy'} />
      </button>
      <span class="sr" role="status">
        {words}
      </span>
    </>
  );
}

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { DrainFragment } from '../generated/graphql.ts';
import { Code } from '../parts/copy.tsx';
import { WithCode } from '../parts/with-code.tsx';
import { DrainDialog } from '../settings/drain-dialog.tsx';
import type { Step } from './ways/way.ts';

type Props = {
  readonly steps: readonly Step[];
  /** The key whose sender is set up, if there is one, and what it knows of it. */
  readonly keyId: string | undefined;
  readonly drain: DrainFragment | null | undefined;
  /** Called when it knows something else. */
  readonly onSet: () => void;
  /** The step before all others, which makes the key. */
  readonly children: ComponentChildren;
};

/** What an owner does, step by step. */
export function Steps({ steps, children, ...key }: Props) {
  return (
    <ol class="steps">
      {children}
      {steps.map(({ title, what, code, download, settings }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>
            <WithCode text={what} />
          </p>
          {code !== undefined && <Code text={code} />}
          {download !== undefined && (
            <a class="btn" href={`/senders/${download}`} download>
              Download {download}
            </a>
          )}
          {settings && <DrainSettings settings={settings} {...key} />}
        </li>
      ))}
    </ol>
  );
}

type SettingsProps = Pick<Props, 'keyId' | 'drain' | 'onSet'> & {
  readonly settings: NonNullable<Step['settings']>;
};

const BUTTONS = { signature: 'Enter the secret', audience: 'Enter the audience' };

function DrainSettings({ settings, keyId, drain, onSet }: SettingsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isDone, setIsDone] = useState(false);
  return (
    <>
      <button class="btn" disabled={keyId === undefined} onClick={() => setIsOpen(true)}>
        {BUTTONS[settings]}
      </button>
      <p class="hint" role="status">
        {keyId === undefined
          ? 'Make the key first.'
          : isDone && 'Saved. It counts from the next delivery on.'}
      </p>
      {isOpen && keyId !== undefined && (
        <DrainDialog
          keyId={keyId}
          known={drain}
          settings={settings}
          onDone={() => {
            setIsDone(true);
            onSet();
          }}
          onClosed={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

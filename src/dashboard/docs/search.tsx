import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isShortcut } from '../frame/shortcuts.ts';
import { type SearchEntry, findEntries } from './find-entries.ts';

/** Finds pages, operations, fields, codes and types. What it searches is loaded when it is first used. */
export function Search() {
  const [entries, setEntries] = useState<readonly SearchEntry[]>();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useSlash(field);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setText('');
      field.current?.focus();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const stops = [field.current, ...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    stops.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % stops.length)?.focus();
  };

  return (
    <search class="docs-search" onKeyDown={onKeyDown}>
      <input
        class="input"
        type="search"
        aria-label="Search the documentation"
        placeholder="Search  /"
        ref={field}
        value={text}
        onFocus={() => void (entries ?? loadEntries().then(setEntries))}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      {text !== '' && entries && (
        <Found entries={findEntries(entries, text)} list={list} onChoose={() => setText('')} />
      )}
    </search>
  );
}

type FoundProps = {
  readonly entries: readonly SearchEntry[];
  readonly list: RefObject<HTMLUListElement>;
  readonly onChoose: () => void;
};

function Found({ entries, list, onChoose }: FoundProps) {
  return (
    <div class="menu found">
      <p class="sr" role="status">
        {entries.length} found
      </p>
      <ul ref={list}>
        {entries.map(({ name, note, href }) => (
          <li key={href + name}>
            <a href={href} onClick={onChoose}>
              <span>
                {name}
                <small>{note}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {entries.length === 0 && <p>Nothing found.</p>}
    </div>
  );
}

/** "/" leads to the field. */
function useSlash(field: RefObject<HTMLInputElement>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isShortcut(event)) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

async function loadEntries(): Promise<readonly SearchEntry[] | undefined> {
  try {
    const response = await fetch('/docs/search.json');
    return (await response.json()) as readonly SearchEntry[];
  } catch {
    // it is tried again with the next focus
    return undefined;
  }
}

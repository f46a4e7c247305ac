import type { ComponentChildren } from 'preact';

/** A sentence of a document, in which `text in backticks` is code. */
export function Text({ text }: { readonly text: string }) {
  const parts = text.split('`');
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}

type EntryProps = {
  /** Where links lead to it; none by default. */
  readonly id?: string | undefined;
  readonly name: string;
  readonly note?: string;
  readonly children?: ComponentChildren;
};

/** A name, what it is, and a sentence about it. */
export function DocsEntry({ id, name, note, children }: EntryProps) {
  return (
    <li id={id}>
      <div>
        <code>{id === undefined ? name : <a href={`#${id}`}>{name}</a>}</code>
        {note && <small>{note}</small>}
      </div>
      <p>{children}</p>
    </li>
  );
}

import type { ComponentChildren } from 'preact';
import type { Sent } from './send-request.ts';

type Props = { readonly sent: Sent; readonly children?: ComponentChildren };

/** What came back. `children` stand in the line with its status. */
export function ResponseView({ sent, children }: Props) {
  if (sent.kind === 'unreachable') return <p role="status">The server does not respond.</p>;
  if (sent.kind === 'unsendable') return <p role="status">{wordsOfUnsendable(sent.header)}</p>;
  const { status, ms, text, isCut } = sent;
  return (
    <div class="code">
      <div class="status" role="status">
        <b>{status}</b>
        <span>{ms} ms</span>
        {children}
        {isCut && <span>the beginning of a longer answer</span>}
      </div>
      <pre tabIndex={0} aria-label="Answer">
        <code>{text}</code>
      </pre>
    </div>
  );
}

function wordsOfUnsendable(header: string): string {
  return header === 'Authorization'
    ? 'The API key has a character that no header can carry, such as “…”. Copy all of the key.'
    : `${header} has a character that no header can carry. Use letters and digits.`;
}

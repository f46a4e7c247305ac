export type EventKind = 'bot' | 'ref' | 'con';

/** The mark of a kind of event, so that colour never stands alone: a square takes, a triangle sends, a disc is reached. */
export function Mark({ kind }: { readonly kind: EventKind }) {
  return (
    <svg class={`mark ${kind}`} viewBox="0 0 10 10" aria-hidden="true">
      {SHAPES[kind]}
    </svg>
  );
}

const SHAPES = {
  bot: <rect x="1" y="1" width="8" height="8" rx="1" fill="currentColor" />,
  ref: <path d="M1.6 .8 9.4 5 1.6 9.2z" fill="currentColor" />,
  con: <circle cx="5" cy="5" r="4.2" fill="currentColor" />,
};

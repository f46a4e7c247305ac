type Props = { readonly kind: 'alert' | 'expected' | 'note' };

/** What was noticed is a rhombus in ink, hollow if it was expected; a note is a speech box. */
export function AlertMark({ kind }: Props) {
  return (
    <svg class="mark noticed" viewBox="0 0 12 12" aria-hidden="true">
      {MARKS[kind]}
    </svg>
  );
}

const MARKS = {
  alert: <path d="M6 .6 11.4 6 6 11.4.6 6z" fill="currentColor" />,
  expected: <path d="M6 1.5 10.5 6 6 10.5 1.5 6z" fill="none" stroke="currentColor" stroke-width="1.5" />,
  note: (
    <path
      d="M1.3 1.6h9.4v6.1H6.6L4 10.3V7.7H1.3z"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linejoin="round"
    />
  ),
};

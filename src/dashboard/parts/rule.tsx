import type { Kind } from './mark.tsx';

/** The line beneath a row of a ledger is its bar; the largest row has the full width. */
export function Rule({
  kind,
  part,
  most,
}: {
  readonly kind: Kind;
  readonly part: number;
  readonly most: number;
}) {
  return (
    <svg class={`rule kind-${kind}`} aria-hidden="true">
      <rect width={`${most === 0 ? 0 : ((100 * part) / most).toFixed(2)}%`} height="3" rx="1.5" />
    </svg>
  );
}

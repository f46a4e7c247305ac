import { formatChange, formatCount } from '../numbers.ts';

type Props = { readonly now: number; readonly before: number };

/** How a count has changed, and from what. Nothing if there is nothing to compare, as in the first hour of a site. */
export function Change({ now, before }: Props) {
  if (now === 0 && before === 0) return null;
  return (
    <>
      <b>{formatChange(now, before)}</b> from {formatCount(before)}
    </>
  );
}

import { formatChange, formatCount } from '../numbers.ts';
import { type Day, addDays, dayOf, formatHour, nowMs, startOf } from '../time/days.ts';

type Props = { readonly now: number; readonly before: number };

/**
 * How a count has changed, and from what. Nothing if there is nothing to compare, as in the first hour of a site. `now` is
 * that of the comparison, whose days may be unfinished: `ComparedUntil` says so in a line of its own below.
 */
export function Change({ now, before }: Props) {
  if (now === 0 && before === 0) return null;
  return (
    <>
      <b>{formatChange(now, before)}</b> from {formatCount(before)}
    </>
  );
}

type UntilProps = Props & {
  /** The end of what is compared, as `TotalsComparison.until` says. */
  readonly until: string;
  /** The last day of the count that stands above. */
  readonly end: Day;
};

/** `4,006 until 14:00 today`: what is compared if the count above is of more. Nothing if all of it is compared. */
export function ComparedUntil({ now, before, until, end }: UntilProps) {
  const isWhole = Date.parse(until) >= startOf(addDays(end, 1));
  if (isWhole || (now === 0 && before === 0)) return null;
  return (
    <p class="delta until">
      {formatCount(now)} until {formatHour(until, dayOf(nowMs()))}
    </p>
  );
}

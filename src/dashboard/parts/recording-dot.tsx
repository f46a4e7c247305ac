import { nowMs } from '../time/days.ts';
import { type Recency, recencyOf } from './recency.ts';

const CLASSES: Readonly<Record<Recency, string>> = {
  now: 'pulse beats',
  lately: 'pulse',
  'long-ago': 'pulse off',
};

type Props = {
  readonly lastEventAt: string | null | undefined;
  /** Whether it does not move, as where many are shown. */
  readonly isStill?: boolean;
};

/** A dot that pulses a few times after an event of the last minutes, and is hollow a day after the last one. */
export function RecordingDot({ lastEventAt, isStill = false }: Props) {
  const recency = recencyOf(lastEventAt, nowMs());
  // another event is another dot, which pulses again
  return <span key={lastEventAt} class={CLASSES[isStill && recency === 'now' ? 'lately' : recency]} />;
}

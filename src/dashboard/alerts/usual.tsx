import { type Alert, seenOf, usualOf } from './alert-words.ts';

/** What was seen beside what is usual, on one line from 0. */
export function Usual({ alert }: { readonly alert: Alert }) {
  const { seen, usual, eventType } = alert;
  const words = usualOf(alert);
  const [low, high] = usual;
  if (seen === null || low === undefined || high === undefined || words === undefined) return null;
  // the mark is drawn from its middle, so the line ends a little after it
  const most = 1.04 * Math.max(seen, high, Number.MIN_VALUE);
  const at = (value: number) => `${((100 * value) / most).toFixed(1)}%`;
  return (
    <>
      <svg
        class={`usual ${eventType === 'REFERRAL' ? 'ref' : 'bot'}`}
        role="img"
        aria-label={`Seen ${seenOf(alert)}; usually ${words}`}
      >
        <rect class="base" y="7.5" width="100%" height="1" />
        <rect
          class="band"
          x={at(low)}
          y="3"
          width={at(Math.max(high - low, most / 100))}
          height="10"
          rx="2"
        />
        <svg x={at(seen)} y="3" width="10" height="10" viewBox="0 0 10 10" overflow="visible">
          <g transform="translate(-5 0)">
            {eventType === 'REFERRAL' ? (
              <path d="M1.6 .8 9.4 5 1.6 9.2z" fill="currentColor" />
            ) : (
              <rect x="1" y="1" width="8" height="8" rx="1" fill="currentColor" />
            )}
          </g>
        </svg>
      </svg>
      <span class="ends">
        <span>usually {words}</span>
        <b>{seenOf(alert)}</b>
      </span>
    </>
  );
}

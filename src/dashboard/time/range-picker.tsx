import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { type Day, countDays, formatDays, parseDay } from './days.ts';
import {
  type Comparison,
  PRESETS,
  type Preset,
  type View,
  comparisonOf,
  daysBefore,
  nameOfView,
  presetDays,
} from './range.ts';

type Props = {
  readonly view: View;
  readonly today: Day;
  readonly change: (changed: Partial<View>) => void;
};

/** The days shown: presets, or typed. */
export function RangePicker({ view, today, change }: Props) {
  return (
    <>
      <button class="btn" popovertarget="range">
        <Icon name="calendar" />
        {nameOfView(view, today)}{' '}
        {view.preset && <span class="dim">{formatDays(view.start, view.end, today)}</span>}
        <Icon name="down" class="chev" />
      </button>
      <div popover="auto" id="range" class="range left" role="dialog" aria-label="Days shown">
        <ul class="menu">
          {(Object.keys(PRESETS) as Preset[]).map((preset) => (
            <li key={preset}>
              <button
                popovertarget="range"
                popovertargetaction="hide"
                aria-current={preset === view.preset}
                onClick={() => change(presetDays(preset, today))}
              >
                {PRESETS[preset].name}
                <kbd class="end">{PRESETS[preset].key}</kbd>
              </button>
            </li>
          ))}
        </ul>
        <TypedDays key={view.start + view.end} view={view} today={today} change={change} />
      </div>
    </>
  );
}

function TypedDays({ view, today, change }: Props) {
  const [start, setStart] = useState<string>(view.start);
  const [end, setEnd] = useState<string>(view.end);
  const isRange =
    parseDay(start) !== undefined && parseDay(end) !== undefined && start <= end && end <= today;
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (!isRange) return;
    document.getElementById('range')?.hidePopover();
    change({ start, end, preset: undefined });
  };
  return (
    <form class="cal" onSubmit={onSubmit}>
      <div class="ends">
        <label class="field">
          <span>From</span>
          <input
            class="input"
            type="date"
            max={today}
            value={start}
            onInput={(event) => setStart(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>To</span>
          <input
            class="input"
            type="date"
            max={today}
            value={end}
            onInput={(event) => setEnd(event.currentTarget.value)}
          />
        </label>
      </div>
      <div class="acts">
        <small>
          {isRange ? `${countDays(start, end)} days, both included.` : 'Two days in order, none after today.'}
          <br />
          Days begin at 00:00 UTC.
        </small>
        <button class="btn primary" disabled={!isRange}>
          Show
        </button>
      </div>
    </form>
  );
}

const COMPARISONS: readonly { value: Comparison; name: string }[] = [
  { value: 'PREVIOUS_PERIOD', name: 'The days before' },
  { value: 'PREVIOUS_YEAR', name: 'The same days a year before' },
  { value: undefined, name: 'Nothing' },
];

/** What the days are compared with. */
export function ComparisonPicker({ view, today, change }: Props) {
  const compare = comparisonOf(view);
  const label = { PREVIOUS_PERIOD: 'Before', PREVIOUS_YEAR: 'Year before', none: 'Not compared' };
  return (
    <>
      <button class="btn" popovertarget="compare">
        <Icon name="compare" />
        <span class="lbl">{label[compare ?? 'none']}</span>
        <span class="sr">: choose what to compare with</span>
        <Icon name="down" class="chev" />
      </button>
      <div popover="auto" id="compare" class="menu left">
        <ul>
          {COMPARISONS.map(({ value, name }) => {
            const days = daysBefore({ ...view, compare: value });
            const isTooEarly = value !== undefined && !days;
            return (
              <li key={name}>
                <button
                  popovertarget="compare"
                  popovertargetaction="hide"
                  aria-current={value === compare}
                  aria-disabled={isTooEarly}
                  onClick={(event) => (isTooEarly ? event.preventDefault() : change({ compare: value }))}
                >
                  <span class="tick">{value === compare && <Icon name="tick" />}</span>
                  <span>
                    {name}
                    {days && <small>{formatDays(days.start, days.end, today)}</small>}
                    {isTooEarly && <small>Not possible: it would begin before year 1</small>}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}

/** Days or hours. On the Free plan, Hour says why it is not there. */
export function LengthPicker({ view, change, isFree }: Omit<Props, 'today'> & { readonly isFree: boolean }) {
  return (
    <>
      <div class="seg" role="group" aria-label="Length of a point">
        <button aria-pressed={!view.hourly} onClick={() => change({ hourly: false })}>
          Day
        </button>
        {isFree ? (
          <button aria-disabled="true" popovertarget="why-hours">
            Hour <span class="tag">Pro</span>
          </button>
        ) : (
          <button aria-pressed={view.hourly} onClick={() => change({ hourly: true })}>
            Hour
          </button>
        )}
      </div>
      {isFree && (
        <div popover="auto" id="why-hours" class="explain left">
          <h2>Hours need the Pro plan</h2>
          <p>The Free plan counts by day. Whoever runs this service can change your plan.</p>
        </div>
      )}
    </>
  );
}

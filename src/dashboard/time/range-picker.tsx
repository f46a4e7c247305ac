import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { knownFirstDay } from '../frame/known-frame.ts';
import type { Comparison } from '../generated/graphql.ts';
import { Icon } from '../parts/icon.tsx';
import { type Day, FIRST_DAY, countDays, formatDay, formatDays, parseDay } from './days.ts';
import {
  PRESETS,
  type Bounds,
  type FirstDay,
  type View,
  comparisonOf,
  daysBefore,
  nameOfView,
  presetDays,
  presetsIn,
} from './range.ts';

type Props = {
  readonly view: View;
  readonly today: Day;
  readonly change: (changed: Partial<View>) => void;
};

/** The days shown: presets, or typed. */
export function RangePicker({ view, today, change }: Props) {
  const siteId = useRoute().params['siteId'];
  const firstDay = view.bounds ? undefined : knownFirstDay(siteId);
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
          {presetsIn(today, view.bounds).map((preset) => (
            <li key={preset}>
              <button
                popovertarget="range"
                popovertargetaction="hide"
                aria-current={preset === view.preset}
                onClick={() => change(presetDays(preset, today, firstDay))}
              >
                {PRESETS[preset].name}
                <kbd class="end">{PRESETS[preset].key}</kbd>
              </button>
            </li>
          ))}
        </ul>
        <TypedDays key={view.start + view.end} {...{ view, today, firstDay, change }} />
      </div>
    </>
  );
}

function TypedDays({ view, today, firstDay, change }: Props & { readonly firstDay: FirstDay }) {
  const [start, setStart] = useState<string>(view.start);
  const [end, setEnd] = useState<string>(view.end);
  const bounds = view.bounds ?? { start: FIRST_DAY, end: today };
  const areDays = [start, end].every((day) => parseDay(day) !== undefined && isBetween(day, bounds));
  const isShown = areDays && start <= end;
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (!isShown) return;
    document.getElementById('range')?.hidePopover();
    change({ start, end, preset: undefined });
  };
  return (
    <form class="cal" onSubmit={onSubmit}>
      <div class="ends">
        <DayField label="From" day={start} bounds={bounds} onInput={setStart} />
        <DayField label="To" day={end} bounds={bounds} onInput={setEnd} />
      </div>
      <div class="acts">
        <small id="typed-days">
          {isShown ? wordsOfDays(countDays(start, end)) : wantedDays(view, today)}
          <br />
          Days begin at 00:00 UTC.
          {firstDay && (
            <>
              <br />
              First event: {formatDay(firstDay, today)}.
            </>
          )}
        </small>
        <button class="btn primary" disabled={!isShown}>
          Show
        </button>
      </div>
    </form>
  );
}

type DayFieldProps = {
  readonly label: string;
  readonly day: string;
  readonly bounds: Bounds;
  readonly onInput: (day: string) => void;
};

function DayField({ label, day, bounds, onInput }: DayFieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        class="input"
        type="date"
        aria-describedby="typed-days"
        min={bounds.start}
        max={bounds.end}
        value={day}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}

const isBetween = (day: Day, { start, end }: Bounds): boolean => start <= day && day <= end;

const wordsOfDays = (days: number): string => (days === 1 ? '1 day.' : `${days} days, both included.`);

function wantedDays({ bounds }: View, today: Day): string {
  return `Two days in order, ${bounds ? nameOfBounds(bounds, today) : 'none after today'}.`;
}

/** `up to Nov 21`, or both ends. */
export function nameOfBounds({ start, end }: Bounds, today: Day): string {
  return start === FIRST_DAY ? `up to ${formatDay(end, today)}` : formatDays(start, end, today);
}

const COMPARISONS: readonly { value: Comparison | undefined; name: string }[] = [
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
        <span class="sr">(choose what to compare with)</span>
        <Icon name="down" class="chev" />
      </button>
      <div popover="auto" id="compare" class="menu left">
        <ul>
          {COMPARISONS.map(({ value, name }) => {
            const days = daysBefore({ ...view, compare: value });
            const isImpossible = value !== undefined && !days;
            return (
              <li key={name}>
                <button
                  popovertarget="compare"
                  popovertargetaction="hide"
                  aria-current={value === compare}
                  aria-disabled={isImpossible}
                  onClick={(event) => (isImpossible ? event.preventDefault() : change({ compare: value }))}
                >
                  <span class="tick">{value === compare && <Icon name="tick" />}</span>
                  <span>
                    {name}
                    {days && <small>{formatDays(days.start, days.end, today)}</small>}
                    {isImpossible && <small>{whyNotCompared(view)}</small>}
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

function whyNotCompared({ preset, bounds }: View): string {
  if (preset === 'all') return 'Not possible: nothing happened before';
  return bounds ? 'Not shared' : 'Not possible: it would begin before year 1';
}

/** As many hours as a document can be answered with, in days. */
const MOST_DAYS_BY_HOUR = 416;

type WhyNot = { readonly title: string; readonly text: string };

function whyNoHours({ start, end }: View, isFree: boolean): WhyNot | undefined {
  if (isFree)
    return {
      title: 'Hours need the Pro plan',
      text: 'The Free plan counts by day. Whoever runs this service can change your plan.',
    };
  if (countDays(start, end) <= MOST_DAYS_BY_HOUR) return undefined;
  return {
    title: 'Too many days for hours',
    text: `Up to ${MOST_DAYS_BY_HOUR} days can be shown by hour. Choose fewer.`,
  };
}

/** Days or hours. Where there are none, Hour says why, unless it is what is shown. */
export function LengthPicker({ view, change, isFree }: Omit<Props, 'today'> & { readonly isFree: boolean }) {
  const whyNot = whyNoHours(view, isFree);
  return (
    <>
      <div class="seg" role="group" aria-label="Length of a point">
        <button aria-pressed={!view.hourly} onClick={() => change({ hourly: false })}>
          Day
        </button>
        {whyNot && !(view.hourly && !isFree) ? (
          <button aria-disabled="true" popovertarget="why-hours">
            Hour {isFree && <span class="tag">Pro</span>}
          </button>
        ) : (
          <button aria-pressed={view.hourly} onClick={() => change({ hourly: true })}>
            Hour
          </button>
        )}
      </div>
      {whyNot && (
        <div popover="auto" id="why-hours" class="explain left">
          <h2>{whyNot.title}</h2>
          <p>{whyNot.text}</p>
        </div>
      )}
    </>
  );
}

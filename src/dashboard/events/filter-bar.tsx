import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isShortcut } from '../frame/shortcuts.ts';
import type { EventsHeadQuery, EventType } from '../generated/graphql.ts';
import { formatCount } from '../numbers.ts';
import { type EventKind, Mark } from '../parts/mark.tsx';
import type { EventFilters, EventsView } from './events-view.ts';

type Totals = Record<'botVisits' | 'referrals' | 'conversions', number>;

type Choice = {
  readonly type: EventType | undefined;
  readonly kind?: EventKind;
  readonly name: string;
  readonly count: (totals: Totals) => number;
};

const CHOICES: readonly Choice[] = [
  {
    ...{ type: undefined, name: 'All' },
    count: ({ botVisits, referrals, conversions }) => botVisits + referrals + conversions,
  },
  { type: 'BOT', kind: 'bot', name: 'Bots', count: ({ botVisits }) => botVisits },
  { type: 'REFERRAL', kind: 'ref', name: 'Referrals', count: ({ referrals }) => referrals },
  { type: 'CONVERSION', kind: 'con', name: 'Conversions', count: ({ conversions }) => conversions },
];

/** Of a site with more bots, the largest are proposed; any other name can be typed. */
const MOST_BOTS = 200;

type EventsStats = NonNullable<NonNullable<EventsHeadQuery['site']>['stats']>;

/** How many events the filters let through; undefined if it is not known. */
export function countOf(
  { type, bot, page }: EventFilters,
  stats: EventsStats | null | undefined,
): number | undefined {
  if (!stats || page !== undefined) return undefined;
  if (bot === undefined) return CHOICES.find((choice) => choice.type === type)?.count(stats.totals);
  if (type !== undefined && type !== 'BOT') return 0;
  return stats.botBreakdown.find(({ botName }) => botName === bot)?.count ?? 0;
}

type Props = {
  readonly view: EventsView;
  readonly stats: EventsStats | null | undefined;
  readonly change: (changed: Partial<EventFilters>) => void;
};

/** The field that `/` gives the focus. */
function useFocusBySlash() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isShortcut(event)) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return field;
}

/** Which events are shown. */
export function FilterBar({ view, stats, change }: Props) {
  const field = useFocusBySlash();
  return (
    <form
      class="filters of-events"
      role="search"
      aria-label="Events"
      onSubmit={(event) => event.preventDefault()}
    >
      <div class="seg" role="group" aria-label="Type">
        {CHOICES.map(({ type, kind, name }) => (
          <button
            type="button"
            key={name}
            aria-pressed={type === view.type}
            onClick={() => type !== view.type && change({ type })}
          >
            {kind && <Mark kind={kind} />}
            {name} <span class="count">{stats && formatCount(countOf({ ...view, type }, stats))}</span>
          </button>
        ))}
      </div>
      <TextFilter
        field={field}
        name="Page"
        hint="Path of a page"
        value={view.page}
        onValue={(page) => change({ page })}
      />
      <TextFilter
        name="Bot"
        hint="Name of a bot"
        value={view.bot}
        list="bots"
        onValue={(bot) => change({ bot })}
      />
      <datalist id="bots">
        {stats?.botBreakdown.slice(0, MOST_BOTS).map(({ botName }) => (
          <option key={botName} value={botName} />
        ))}
      </datalist>
    </form>
  );
}

type TextProps = {
  readonly field?: RefObject<HTMLInputElement>;
  readonly name: string;
  readonly hint: string;
  readonly value: string | undefined;
  readonly list?: string;
  readonly onValue: (value: string | undefined) => void;
};

/** Takes effect with Enter, when it is left, and when it is emptied. */
function TextFilter({ field, name, hint, value, list, onValue }: TextProps) {
  const [text, setText] = useState(value ?? '');
  useEffect(() => setText(value ?? ''), [value]);
  const take = (typed: string) => {
    if (typed !== (value ?? '')) onValue(typed === '' ? undefined : typed);
  };
  return (
    <input
      ref={field ?? null}
      class={`input ${value === undefined ? '' : 'on'}`}
      type="search"
      aria-label={`${name}: only events of exactly this one`}
      placeholder={hint}
      list={list}
      spellcheck={false}
      autocomplete="off"
      value={text}
      onChange={(event) => take(event.currentTarget.value)}
      onInput={({ currentTarget }) => {
        setText(currentTarget.value);
        if (currentTarget.value === '') take('');
      }}
    />
  );
}

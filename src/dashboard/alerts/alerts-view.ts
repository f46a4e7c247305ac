import type { AlertKind, AlertState } from '../generated/graphql.ts';
import type { Day } from '../time/days.ts';
import { type View, formatViewWith, parseView } from '../time/range.ts';

type AlertFilters = {
  readonly kind: AlertKind | undefined;
  readonly state: AlertState | undefined;
};

/** What the URL says about the alerts shown. */
export type AlertsView = View & AlertFilters;

export const KIND_NAMES: Readonly<Record<AlertKind, string>> = {
  NEW_BOT: 'New bot',
  SURGE: 'Surge',
  SILENCE: 'Silence',
  ERRORS: 'Errors',
  IMPOSTORS: 'Impostors',
  QUOTA: 'Quota',
};

const STATE_NAMES: Readonly<Record<AlertState, string>> = {
  ONGOING: 'Ongoing',
  OVER: 'Over',
  EXPECTED: 'As expected',
};

const KINDS = Object.keys(KIND_NAMES) as AlertKind[];
const STATES = Object.keys(STATE_NAMES) as AlertState[];

export const KIND_OPTIONS = [
  { value: '', label: 'All kinds' },
  ...KINDS.map((kind) => ({ value: kind, label: KIND_NAMES[kind] })),
];

export const STATE_OPTIONS = [
  { value: '', label: 'All states' },
  ...STATES.map((state) => ({ value: state, label: STATE_NAMES[state] })),
];

export const kindOf = (text: string | undefined): AlertKind | undefined =>
  KINDS.find((kind) => kind === text);

export const stateOf = (text: string | undefined): AlertState | undefined =>
  STATES.find((state) => state === text);

/** A kind or a state as it stands in a URL. */
export const inUrl = (word: string) => word.toLowerCase().replace('_', '-');
const fromUrl = (word: string | null) => word?.toUpperCase().replace('-', '_');

/** Reads the query of a URL. Alerts are neither counted by the hour nor compared, so that is left out. */
export function parseAlertsView(query: URLSearchParams, today: Day): AlertsView {
  return {
    ...parseView(query, today),
    hourly: false,
    compare: 'PREVIOUS_PERIOD',
    kind: kindOf(fromUrl(query.get('kind'))),
    state: stateOf(fromUrl(query.get('state'))),
  };
}

/** The query that `parseAlertsView` reads. */
export function formatAlertsView(view: AlertsView): string {
  const { kind, state } = view;
  return formatViewWith(view, { kind: kind && inUrl(kind), state: state && inUrl(state) });
}

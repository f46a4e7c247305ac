import type { AlertPosition } from './alert-cursor.ts';
import type { TimeRange } from './date-range.ts';

/** What is noticed about a site, or its account. */
export const ALERT_KINDS = ['new-bot', 'surge', 'silence', 'errors', 'impostors', 'quota'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** What an alert is about. */
export const ALERT_SUBJECTS = [
  'bot',
  'company',
  'source',
  'all-bots',
  'log',
  'collector',
  'middleware',
  'drain',
  'account',
] as const;
export type AlertSubject = (typeof ALERT_SUBJECTS)[number];

export const ALERT_STATES = ['ongoing', 'over', 'expected'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

export const SENSITIVITIES = ['off', 'low', 'normal', 'high'] as const;
export type Sensitivity = (typeof SENSITIVITIES)[number];

/** What is said of one happening. It does not change, but for its end. */
export type NewAlert = {
  readonly kind: AlertKind;
  readonly subjectKind: AlertSubject;
  /** Of an account, the share of its limit in per cent. */
  readonly subject: string;
  /** All that it is about; `subject` is one of them. */
  readonly subjects: readonly string[];
  readonly eventType: 'bot' | 'referral' | null;
  readonly atMs: number;
  readonly fromMs: number;
  readonly untilMs: number | null;
  readonly unit: 'count' | 'share';
  readonly seen: number | null;
  /** The central 90 % of what is usual; empty where nothing is. */
  readonly usual: readonly number[];
  readonly page: string | null;
  readonly title: string;
  readonly detail: string;
};

export type Alert = NewAlert & {
  readonly id: number;
  /** Null if it is of the account. */
  readonly siteId: string | null;
  readonly expectedAtMs: number | null;
};

export type AlertFilter = {
  readonly accountId: number;
  /** Undefined: of all sites, and of the account. */
  readonly siteId: string | undefined;
  readonly range: TimeRange;
  readonly kind: AlertKind | undefined;
  readonly state: AlertState | undefined;
};

/** A part of a list of alerts. */
export type AlertListing = AlertFilter & {
  /** Undefined for its start. */
  readonly after: AlertPosition | undefined;
  readonly limit: number;
};

export const MOST_TITLE = 120;
export const MOST_DETAIL = 400;

export function stateOf(
  { untilMs, expectedAtMs }: Pick<Alert, 'untilMs' | 'expectedAtMs'>,
  nowMs: number,
): AlertState {
  if (expectedAtMs !== null) return 'expected';
  return untilMs === null || untilMs > nowMs ? 'ongoing' : 'over';
}

/** Which one it is about, by name; null for what has no name of its own. */
export function namedSubject({
  subjectKind,
  subject,
}: Pick<Alert, 'subjectKind' | 'subject'>): string | null {
  return subjectKind === 'account' || subjectKind === 'all-bots' ? null : subject;
}

/** How sensitive the alerts of a kind are, and how many there were. */
export type AlertRule = {
  readonly kind: AlertKind;
  readonly sensitivity: Sensitivity;
  readonly raisedIn90Days: number;
};

/** A subject that raises nothing: of one kind, or of all. */
export type Mute = {
  readonly subjectKind: AlertSubject;
  readonly subject: string;
  readonly kind: AlertKind | null;
  readonly sinceMs: number;
  readonly untilMs: number | null;
};

/** What an owner wrote about a day. */
export type Note = {
  readonly id: number;
  readonly siteId: string;
  readonly dayMs: number;
  readonly text: string;
  /** The e-mail address, or "command line". */
  readonly by: string;
};

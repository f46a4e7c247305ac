import type { Proof } from './signature.ts';
import type { Verdict } from './verdict.ts';

/** The three kinds of tracking event. */
export const EVENT_TYPES = ['bot', 'referral', 'conversion'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

type EventBase = {
  /** Milliseconds since 1970-01-01T00:00:00Z, whole. */
  readonly createdAtMs: number;
  /** Starts with "/". */
  readonly pagePath: string;
  /** Two upper-case letters; "XX" when the country is unknown. */
  readonly country: string;
  /** Of the id that the site's host made for the request (`digestOfRequest`); the request counts once. */
  readonly requestDigest?: string | undefined;
};

/**
 * Whether its request is known by an id. Most batches have no such event: asking for the key takes a seventh of the time that
 * reading a missing value does.
 */
export function hasDigest(event: NewEvent): event is NewEvent & { readonly requestDigest: string } {
  return 'requestDigest' in event && event.requestDigest !== undefined;
}

/** Who sent a request: a digest of address and user agent (`digestOfClient`). It is kept in memory only. */
export type Client = string;

/** The status from which on a bot visit counts as failed. */
export const FAILED_FROM = 400;

/** A request of an AI bot. */
export type NewBotVisit = EventBase & {
  readonly type: 'bot';
  readonly botName: string;
  readonly botCompany: string;
  /** Of the response; null if that was not told. */
  readonly status: number | null;
  /** Of the response; null if that was not told. */
  readonly bytes: number | null;
  readonly verdict: Verdict;
  /** What its signature proves; undefined for a request without one. */
  readonly proof?: Proof | undefined;
};

/** A visitor followed a link from an LLM product; `source` is the product's slug, such as "chatgpt". */
export type NewReferral = EventBase & {
  readonly type: 'referral';
  readonly source: string;
  /** Of the response; null if that was not told. */
  readonly status: number | null;
  readonly client?: Client | undefined;
};

/** A visitor reached a tracked goal. `eventValue` is null if no value was given. */
export type NewConversion = EventBase & {
  readonly type: 'conversion';
  readonly eventName: string;
  readonly eventValue: number | null;
  /** The LLM product that sent the visitor, as the `source` of a referral. */
  readonly sentBy?: string | undefined;
  /** By which that product is found, unless it is told. */
  readonly client?: Client | undefined;
};

/** A tracking event before it is stored. */
export type NewEvent = NewBotVisit | NewReferral | NewConversion;

/** A stored tracking event, with its id from the database. */
export type StoredEvent = NewEvent & { readonly id: number };

/** What is known of a stored event beyond what happened. */
type Detail = 'status' | 'bytes' | 'verdict' | 'proof';

type Without<Event, Fields extends PropertyKey> = Event extends unknown ? Omit<Event, Fields> : never;

/** A stored event without its detail, which few lists ask for. */
export type BriefEvent = Without<StoredEvent, Detail>;

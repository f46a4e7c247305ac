import type { ErrorCode, components, operations } from './generated/openapi.ts';

type Schemas = components['schemas'];
type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

export type Site = Schemas['Site'];
export type Sites = Schemas['Sites'];
export type Timeseries = Schemas['Timeseries'];
export type DailyTimeseries = Schemas['DailyTimeseries'];
export type HourlyTimeseries = Schemas['HourlyTimeseries'];
export type Stats = Schemas['Stats'];
export type EventType = Schemas['EventType'];
export type Event = Schemas['Event'];
export type BotVisit = Schemas['BotVisit'];
export type Referral = Schemas['Referral'];
export type Conversion = Schemas['Conversion'];
export type EventsPage = Schemas['EventsPage'];
export type PagesList = Schemas['PagesList'];
export type Companies = Schemas['Companies'];
export type Countries = Schemas['Countries'];
export type UnlistedRobots = Schemas['UnlistedRobots'];
export type Obedience = Schemas['Obedience'];
export type RobotsVersions = Schemas['RobotsVersions'];
export type Reach = Schemas['Reach'];
export type ReachPages = Schemas['ReachPages'];
export type AlertsPage = Schemas['AlertsPage'];
export type Notes = Schemas['Notes'];
export type Sources = Schemas['Sources'];
export type BotProfile = Schemas['BotProfile'];
export type Coverage = Schemas['Coverage'];
export type NewItem = Schemas['NewItem'];
export type Collected = Schemas['Collected'];

export type Granularity = Timeseries['granularity'];
export type StatsQuery = QueryOf<'getStats'>;
export type TimeseriesQuery = QueryOf<'getTimeseries'>;
export type EventsQuery = QueryOf<'listEvents'>;
export type PagesQuery = QueryOf<'listPages'>;
export type CompaniesQuery = QueryOf<'listCompanies'>;
export type CountriesQuery = QueryOf<'listCountries'>;
export type UnlistedRobotsQuery = QueryOf<'listUnlistedRobots'>;
export type ObedienceQuery = QueryOf<'getObedience'>;
export type ReachQuery = QueryOf<'getReach'>;
export type ReachPagesQuery = QueryOf<'listReachPages'>;
export type AlertsQuery = QueryOf<'listAlerts'>;
export type NotesQuery = QueryOf<'listNotes'>;
export type BotQuery = QueryOf<'getBot'>;
export type CoverageQuery = QueryOf<'getCoverage'>;

/** The service to call, and how. */
export type ClientOptions = {
  /** URL of the service: http or https, with or without a path; no user name, query or fragment. */
  readonly url: string | URL;
  /** An API key. It is sent to the service and never shown. */
  readonly key: string | undefined;
  /**
   * The longest time a call waits, all its waits together, when the service is out of budget or overloaded and says when
   * to come back, in seconds. 0 means that it never waits. Default 120.
   */
  readonly maxWaitSeconds?: number | undefined;
  /** Used in place of the global fetch. */
  readonly fetch?: typeof fetch | undefined;
};

export type CallOptions = {
  /** Ends the call, also while it waits; it then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
};

export type RecordOptions = CallOptions & {
  /** Makes the call safe to repeat for at least 24 hours: it is recorded once. 1 to 255 visible ASCII characters. */
  readonly idempotencyKey?: string | undefined;
};

/**
 * Every call rejects with a `SiteTrafficError`, or with the reason of its signal. Days are UTC, `YYYY-MM-DD`, inclusive;
 * without `start` and `end`, the last eight, today included.
 */
export type Client = {
  /** All sites of the account, oldest first. */
  readonly sites: (options?: CallOptions) => Promise<Sites>;
  /** The counts of each UTC day or hour of the range. Hours need the Pro plan. */
  readonly timeseries: <Unit extends Granularity = 'day'>(
    siteId: string,
    query?: TimeseriesQuery & { readonly granularity?: Unit },
    options?: CallOptions,
  ) => Promise<Extract<Timeseries, { readonly granularity: Unit }>>;
  /** Totals, and the counts by bot, LLM product and conversion. */
  readonly stats: (siteId: string, query?: StatsQuery, options?: CallOptions) => Promise<Stats>;
  /** A page of events, newest first; `next_cursor` leads to the next one. */
  readonly events: (siteId: string, query?: EventsQuery, options?: CallOptions) => Promise<EventsPage>;
  /** All events from `cursor` on, newest first, a page at a time: `limit` is the size of a page, 1,000 by default. */
  readonly eachEvent: (
    siteId: string,
    query?: EventsQuery,
    options?: CallOptions,
  ) => AsyncGenerator<Event, void, undefined>;
  /** A part of the list of pages, largest count first; `next_cursor` leads to the next one. */
  readonly pages: (siteId: string, query?: PagesQuery, options?: CallOptions) => Promise<PagesList>;
  /** What the bots of each company take, and what its LLM products send. */
  readonly companies: (siteId: string, query?: CompaniesQuery, options?: CallOptions) => Promise<Companies>;
  /** The events of each country. */
  readonly countries: (siteId: string, query?: CountriesQuery, options?: CallOptions) => Promise<Countries>;
  /** Whether bots did what robots.txt asked for. */
  readonly obedience: (siteId: string, query?: ObedienceQuery, options?: CallOptions) => Promise<Obedience>;
  /** The versions of robots.txt, oldest first. */
  readonly robots: (siteId: string, query?: undefined, options?: CallOptions) => Promise<RobotsVersions>;
  /** The robots that came and are not in the catalogue. */
  readonly unlistedRobots: (
    siteId: string,
    query?: UnlistedRobotsQuery,
    options?: CallOptions,
  ) => Promise<UnlistedRobots>;
  /** What bots read of the sitemap, and what they never read; null without a list of the site's pages. */
  readonly reach: (siteId: string, query?: ReachQuery, options?: CallOptions) => Promise<Reach>;
  /** The pages of the sitemap in one state, by path; `next_cursor` leads to the next part. */
  readonly reachPages: (siteId: string, query: ReachPagesQuery, options?: CallOptions) => Promise<ReachPages>;
  /** What was noticed about the site, newest first; without days, all that is kept. */
  readonly alerts: (siteId: string, query?: AlertsQuery, options?: CallOptions) => Promise<AlertsPage>;
  /** What the owner wrote about days of the site, newest first; without days, all of it. */
  readonly notes: (siteId: string, query?: NotesQuery, options?: CallOptions) => Promise<Notes>;
  /** Where records of the site come from, and what became of them. */
  readonly sources: (siteId: string, query?: undefined, options?: CallOptions) => Promise<Sources>;
  /** What one bot did; of one that never came, zeros and nulls. */
  readonly bot: (
    siteId: string,
    botName: string,
    query?: BotQuery,
    options?: CallOptions,
  ) => Promise<BotProfile>;
  /** Whether what is recorded is complete. */
  readonly coverage: (siteId: string, query?: CoverageQuery, options?: CallOptions) => Promise<Coverage>;
  /** Records one item or up to 1,000, all or none. Takes a key of scope collect for the site. */
  readonly record: (
    siteId: string,
    items: NewItem | readonly NewItem[],
    options?: RecordOptions,
  ) => Promise<Collected>;
};

/**
 * What a `SiteTrafficError` is about: a code of the service, which may be one that this version does not know, or
 * - UNREACHABLE: no complete answer came; `cause` says why
 * - UNEXPECTED_ANSWER: what answered is not this service, such as a proxy in front of it
 */
export type SiteTrafficErrorCode =
  | ErrorCode
  | 'UNREACHABLE'
  | 'UNEXPECTED_ANSWER'
  // keeps the names above in the lists of editors
  | (string & Record<never, never>);

export type SiteTrafficErrorDetails = {
  readonly status?: number | undefined;
  readonly retryAfter?: number | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
};

/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** The length of the buckets of a timeseries. */
export type Granularity =
  /** UTC days; available on every plan. */
  | 'DAY'
  /** UTC hours; requires the Pro plan (PLAN_REQUIRED). */
  | 'HOUR';

/** The three kinds of event. */
export type EventType =
  /** An AI bot requested something from the site. */
  | 'BOT'
  /** A visitor followed a link from an LLM product. */
  | 'REFERRAL'
  /** A visitor reached a tracked goal. */
  | 'CONVERSION';

/** The plan of an account. */
export type Plan =
  /** Smaller budgets; timeseries by day only. */
  | 'FREE'
  /** Larger budgets; timeseries by day and by hour. */
  | 'PRO'
  /** The plan of one’s own service: timeseries by day and by hour, no monthly limit, and events are kept until the owner sets a retention. */
  | 'SELF_HOSTED';

export type SitesQueryVariables = Exact<{ [key: string]: never; }>;


export type SitesQuery = { sites: Array<{ __typename: 'Site', id: string, domain: string, name: string, eventsThisMonth: number, createdAt: string }> | null };

export type SiteQueryVariables = Exact<{
  id: string | number;
}>;


export type SiteQuery = { site: { id: string, domain: string, name: string, eventsThisMonth: number, createdAt: string } | null };

export type TimeseriesQueryVariables = Exact<{
  id: string | number;
  start?: string | null | undefined;
  end?: string | null | undefined;
  granularity?: Granularity | null | undefined;
}>;


export type TimeseriesQuery = { site: { timeseries: { granularity: Granularity, data: Array<{ date: string | null, datetime: string | null, botVisits: number, referrals: number, conversions: number }> } | null } | null };

export type StatsQueryVariables = Exact<{
  id: string | number;
  start?: string | null | undefined;
  end?: string | null | undefined;
}>;


export type StatsQuery = { site: { stats: { period: { start: string, end: string }, totals: { botVisits: number, referrals: number, conversions: number }, botBreakdown: Array<{ botName: string, botCompany: string, count: number }>, referralBreakdown: Array<{ source: string, count: number }>, conversionBreakdown: Array<{ eventName: string, count: number, value: number }> } | null } | null };

export type EventsQueryVariables = Exact<{
  id: string | number;
  start?: string | null | undefined;
  end?: string | null | undefined;
  type?: EventType | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type EventsQuery = { site: { events: { nodes: Array<
        | { __typename: 'BotVisit', botName: string, botCompany: string, eventId: number, type: EventType, pagePath: string, country: string, createdAt: string }
        | { __typename: 'Referral', source: string, eventId: number, type: EventType, pagePath: string, country: string, createdAt: string }
        | { __typename: 'Conversion', eventName: string, eventValue: number | null, eventId: number, type: EventType, pagePath: string, country: string, createdAt: string }
      >, edges: Array<{ cursor: string, node:
          | { id: string, eventId: number }
          | { id: string, eventId: number }
          | { id: string, eventId: number }
         }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null } | null };

export type EverythingQueryVariables = Exact<{
  id: string | number;
  start?: string | null | undefined;
  end?: string | null | undefined;
  granularity?: Granularity | null | undefined;
  type?: EventType | null | undefined;
  first?: number | null | undefined;
}>;


export type EverythingQuery = { site: { id: string, timeseries: { granularity: Granularity, data: Array<{ date: string | null, datetime: string | null, botVisits: number, referrals: number, conversions: number }> } | null, stats: { period: { start: string, end: string }, totals: { botVisits: number, referrals: number, conversions: number }, botBreakdown: Array<{ botName: string, botCompany: string, count: number }>, referralBreakdown: Array<{ source: string, count: number }>, conversionBreakdown: Array<{ eventName: string, count: number, value: number }> } | null, events: { nodes: Array<
        | { __typename: 'BotVisit', botName: string, botCompany: string, eventId: number, type: EventType, pagePath: string, country: string, createdAt: string }
        | { __typename: 'Referral', source: string, eventId: number, type: EventType, pagePath: string, country: string, createdAt: string }
        | { __typename: 'Conversion', eventName: string, eventValue: number | null, eventId: number, type: EventType, pagePath: string, country: string, createdAt: string }
      >, edges: Array<{ cursor: string, node:
          | { id: string, eventId: number }
          | { id: string, eventId: number }
          | { id: string, eventId: number }
         }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null } | null };

export type AccountQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountQuery = { account: { plan: Plan, budgets: Array<{ operation: string, limit: number, remaining: number, resetAt: string }> } | null };

export type UsageQueryVariables = Exact<{ [key: string]: never; }>;


export type UsageQuery = { account: { usage: { month: string, used: number, limit: number | null, projected: number | null, resetsAt: string } } | null };

export type StatsPartsFragment = { period: { start: string, end: string }, totals: { botVisits: number, referrals: number, conversions: number }, botBreakdown: Array<{ botName: string, botCompany: string, count: number }>, referralBreakdown: Array<{ source: string, count: number }>, conversionBreakdown: Array<{ eventName: string, count: number, value: number }> };

export type EventPageFragment = { nodes: Array<
    | { __typename: 'BotVisit', botName: string, botCompany: string, eventId: number, type: EventType, pagePath: string, country: string, createdAt: string }
    | { __typename: 'Referral', source: string, eventId: number, type: EventType, pagePath: string, country: string, createdAt: string }
    | { __typename: 'Conversion', eventName: string, eventValue: number | null, eventId: number, type: EventType, pagePath: string, country: string, createdAt: string }
  >, edges: Array<{ cursor: string, node:
      | { id: string, eventId: number }
      | { id: string, eventId: number }
      | { id: string, eventId: number }
     }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } };

type EventParts_BotVisit_Fragment = { __typename: 'BotVisit', botName: string, botCompany: string, eventId: number, type: EventType, pagePath: string, country: string, createdAt: string };

type EventParts_Referral_Fragment = { __typename: 'Referral', source: string, eventId: number, type: EventType, pagePath: string, country: string, createdAt: string };

type EventParts_Conversion_Fragment = { __typename: 'Conversion', eventName: string, eventValue: number | null, eventId: number, type: EventType, pagePath: string, country: string, createdAt: string };

export type EventPartsFragment =
  | EventParts_BotVisit_Fragment
  | EventParts_Referral_Fragment
  | EventParts_Conversion_Fragment
;

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const StatsPartsFragmentDoc = new TypedDocumentString(`
    fragment StatsParts on Stats {
  period {
    start
    end
  }
  totals {
    botVisits
    referrals
    conversions
  }
  botBreakdown {
    botName
    botCompany
    count
  }
  referralBreakdown {
    source
    count
  }
  conversionBreakdown {
    eventName
    count
    value
  }
}
    `, {"fragmentName":"StatsParts"}) as unknown as TypedDocumentString<StatsPartsFragment, unknown>;
export const EventPartsFragmentDoc = new TypedDocumentString(`
    fragment EventParts on Event {
  __typename
  eventId
  type
  pagePath
  country
  createdAt
  ... on BotVisit {
    botName
    botCompany
  }
  ... on Referral {
    source
  }
  ... on Conversion {
    eventName
    eventValue
  }
}
    `, {"fragmentName":"EventParts"}) as unknown as TypedDocumentString<EventPartsFragment, unknown>;
export const EventPageFragmentDoc = new TypedDocumentString(`
    fragment EventPage on EventConnection {
  nodes {
    ...EventParts
  }
  edges {
    cursor
    node {
      id
      eventId
    }
  }
  pageInfo {
    hasNextPage
    hasPreviousPage
    startCursor
    endCursor
  }
}
    fragment EventParts on Event {
  __typename
  eventId
  type
  pagePath
  country
  createdAt
  ... on BotVisit {
    botName
    botCompany
  }
  ... on Referral {
    source
  }
  ... on Conversion {
    eventName
    eventValue
  }
}`, {"fragmentName":"EventPage"}) as unknown as TypedDocumentString<EventPageFragment, unknown>;
export const SitesDocument = new TypedDocumentString(`
    query Sites {
  sites {
    __typename
    id
    domain
    name
    eventsThisMonth
    createdAt
  }
}
    `) as unknown as TypedDocumentString<SitesQuery, SitesQueryVariables>;
export const SiteDocument = new TypedDocumentString(`
    query Site($id: ID!) {
  site(id: $id) {
    id
    domain
    name
    eventsThisMonth
    createdAt
  }
}
    `) as unknown as TypedDocumentString<SiteQuery, SiteQueryVariables>;
export const TimeseriesDocument = new TypedDocumentString(`
    query Timeseries($id: ID!, $start: Date, $end: Date, $granularity: Granularity) {
  site(id: $id) {
    timeseries(start: $start, end: $end, granularity: $granularity) {
      granularity
      data {
        date
        datetime
        botVisits
        referrals
        conversions
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TimeseriesQuery, TimeseriesQueryVariables>;
export const StatsDocument = new TypedDocumentString(`
    query Stats($id: ID!, $start: Date, $end: Date) {
  site(id: $id) {
    stats(start: $start, end: $end) {
      ...StatsParts
    }
  }
}
    fragment StatsParts on Stats {
  period {
    start
    end
  }
  totals {
    botVisits
    referrals
    conversions
  }
  botBreakdown {
    botName
    botCompany
    count
  }
  referralBreakdown {
    source
    count
  }
  conversionBreakdown {
    eventName
    count
    value
  }
}`) as unknown as TypedDocumentString<StatsQuery, StatsQueryVariables>;
export const EventsDocument = new TypedDocumentString(`
    query Events($id: ID!, $start: Date, $end: Date, $type: EventType, $first: Int, $after: String) {
  site(id: $id) {
    events(start: $start, end: $end, type: $type, first: $first, after: $after) {
      ...EventPage
    }
  }
}
    fragment EventPage on EventConnection {
  nodes {
    ...EventParts
  }
  edges {
    cursor
    node {
      id
      eventId
    }
  }
  pageInfo {
    hasNextPage
    hasPreviousPage
    startCursor
    endCursor
  }
}
fragment EventParts on Event {
  __typename
  eventId
  type
  pagePath
  country
  createdAt
  ... on BotVisit {
    botName
    botCompany
  }
  ... on Referral {
    source
  }
  ... on Conversion {
    eventName
    eventValue
  }
}`) as unknown as TypedDocumentString<EventsQuery, EventsQueryVariables>;
export const EverythingDocument = new TypedDocumentString(`
    query Everything($id: ID!, $start: Date, $end: Date, $granularity: Granularity, $type: EventType, $first: Int) {
  site(id: $id) {
    id
    timeseries(start: $start, end: $end, granularity: $granularity) {
      granularity
      data {
        date
        datetime
        botVisits
        referrals
        conversions
      }
    }
    stats(start: $start, end: $end) {
      ...StatsParts
    }
    events(start: $start, end: $end, type: $type, first: $first) {
      ...EventPage
    }
  }
}
    fragment StatsParts on Stats {
  period {
    start
    end
  }
  totals {
    botVisits
    referrals
    conversions
  }
  botBreakdown {
    botName
    botCompany
    count
  }
  referralBreakdown {
    source
    count
  }
  conversionBreakdown {
    eventName
    count
    value
  }
}
fragment EventPage on EventConnection {
  nodes {
    ...EventParts
  }
  edges {
    cursor
    node {
      id
      eventId
    }
  }
  pageInfo {
    hasNextPage
    hasPreviousPage
    startCursor
    endCursor
  }
}
fragment EventParts on Event {
  __typename
  eventId
  type
  pagePath
  country
  createdAt
  ... on BotVisit {
    botName
    botCompany
  }
  ... on Referral {
    source
  }
  ... on Conversion {
    eventName
    eventValue
  }
}`) as unknown as TypedDocumentString<EverythingQuery, EverythingQueryVariables>;
export const AccountDocument = new TypedDocumentString(`
    query Account {
  account {
    plan
    budgets {
      operation
      limit
      remaining
      resetAt
    }
  }
}
    `) as unknown as TypedDocumentString<AccountQuery, AccountQueryVariables>;
export const UsageDocument = new TypedDocumentString(`
    query Usage {
  account {
    usage {
      month
      used
      limit
      projected
      resetsAt
    }
  }
}
    `) as unknown as TypedDocumentString<UsageQuery, UsageQueryVariables>;
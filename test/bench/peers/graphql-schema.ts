/** The part of the product's schema that the bench uses. */
export const typeDefs = /* GraphQL */ `
  scalar DateTime
  scalar SafeInt

  enum Granularity {
    DAY
    HOUR
  }

  enum EventType {
    BOT
    REFERRAL
    CONVERSION
  }

  interface Event {
    eventId: SafeInt!
    type: EventType!
    pagePath: String!
    country: String!
    createdAt: DateTime!
  }

  type BotVisit implements Event {
    eventId: SafeInt!
    type: EventType!
    pagePath: String!
    country: String!
    createdAt: DateTime!
    botName: String!
    botCompany: String!
  }

  type Referral implements Event {
    eventId: SafeInt!
    type: EventType!
    pagePath: String!
    country: String!
    createdAt: DateTime!
    source: String!
  }

  type Conversion implements Event {
    eventId: SafeInt!
    type: EventType!
    pagePath: String!
    country: String!
    createdAt: DateTime!
    eventName: String!
    eventValue: Float
  }

  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }

  type EventConnection {
    nodes: [Event!]!
    pageInfo: PageInfo!
  }

  type Period {
    start: Date!
    end: Date!
  }

  type Totals {
    botVisits: SafeInt!
    referrals: SafeInt!
    conversions: SafeInt!
  }

  type BotCount {
    botName: String!
    botCompany: String!
    count: SafeInt!
  }

  type ReferralCount {
    source: String!
    count: SafeInt!
  }

  type ConversionCount {
    eventName: String!
    count: SafeInt!
    value: Float!
  }

  type Stats {
    period: Period!
    totals: Totals!
    botBreakdown: [BotCount!]!
    referralBreakdown: [ReferralCount!]!
    conversionBreakdown: [ConversionCount!]!
  }

  type TimeseriesPoint {
    date: Date
    datetime: String
    botVisits: SafeInt!
    referrals: SafeInt!
    conversions: SafeInt!
  }

  type Timeseries {
    granularity: Granularity!
    data: [TimeseriesPoint!]!
  }

  type Site {
    id: ID!
    domain: String!
    name: String!
    createdAt: DateTime!
    timeseries(start: Date, end: Date, granularity: Granularity = DAY): Timeseries
    stats(start: Date, end: Date): Stats
    events(start: Date, end: Date, type: EventType, first: Int = 100, after: String): EventConnection
  }
`;

/** Separate, because PostGraphile has its own Query and Date. */
export const queryDefs = /* GraphQL */ `
  scalar Date

  type Query {
    site(id: ID!): Site
  }
`;

export type DateArguments = { readonly start?: string | null; readonly end?: string | null };
export type TimeseriesArguments = DateArguments & { readonly granularity?: 'DAY' | 'HOUR' | null };
export type EventsArguments = DateArguments & {
  readonly type?: 'BOT' | 'REFERRAL' | 'CONVERSION' | null;
  readonly first?: number | null;
  readonly after?: string | null;
};

/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What a range of days is compared with. Unfinished days are never compared with finished ones. A period that would begin before year 1 is refused with INVALID_DATE_RANGE. */
export type Comparison =
  /** The equally long range that ends the day before start. */
  | 'PREVIOUS_PERIOD'
  /** The same calendar days a year before. 29 February is compared with 28 February, which then counts for both; a 29 February of the year before does not count. */
  | 'PREVIOUS_YEAR';

/** The length of the buckets of a timeseries. */
export type Granularity =
  /** UTC days; available on every plan. */
  | 'DAY'
  /** UTC hours; requires the Pro plan (PLAN_REQUIRED). */
  | 'HOUR';

/** Why a bot fetches pages, as its operator says, according to the catalogue of today. */
export type BotPurpose =
  /** To gather texts and images on which models are trained. */
  | 'TRAINING'
  /** To fill the index of a search, which shows links to pages. */
  | 'SEARCH'
  /** To answer the question of one user, when they ask it. */
  | 'USER'
  /** To carry out a task for a user, as in a browser: it opens pages and fills in forms. */
  | 'AGENT'
  /** For something else or several things, or the bot is not in the catalogue. */
  | 'OTHER';

/** What a visit is by the versions of robots.txt that its bot may have relied on. */
export type ObedienceState =
  /** Each of them allows it. */
  | 'ALLOWED'
  /** Each of them forbids it. */
  | 'AGAINST'
  /** They differ, or it is not known what was in force, or a query decides that is not stored, or no rule can name the bot. */
  | 'UNKNOWN';

/** What became of the signature of a request (Web Bot Auth: RFC 9421). */
export type SignatureState =
  /** It holds, and shows whose request it is. */
  | 'VALID'
  /** It holds, but the request lies outside its time. */
  | 'EXPIRED'
  /** It does not hold, or is not as Web Bot Auth asks for. It proves nothing and changes nothing. */
  | 'INVALID'
  /** The service has no directory with its key. */
  | 'UNKNOWN_KEY'
  /** It covers a part of the request that the source did not tell. */
  | 'UNCHECKED';

/** The three kinds of event. */
export type EventType =
  /** An AI bot requested something from the site. */
  | 'BOT'
  /** A visitor followed a link from an LLM product. */
  | 'REFERRAL'
  /** A visitor reached a tracked goal. */
  | 'CONVERSION';

/** Whether a bot visit is shown to be of its operator, by its signature or its address. */
export type Verdict =
  /** Its signature is VALID, and its signer is of the company of the bot. */
  | 'SIGNED'
  /** The address is in a range that the operator publishes. */
  | 'VERIFIED'
  /** All ranges that the operator publishes for the bot are known, and the address is in none of them. For a bot of purpose USER or AGENT this does not mean that the visit is fake: some of them run on the device of their user. */
  | 'OUTSIDE'
  /** The address could not be compared: the operator publishes no ranges for the bot, or not all of them had been retrieved when the visit was recorded. */
  | 'NO_LIST'
  /** The visit was recorded without an IP address, or by an earlier release, which made no verdicts. */
  | 'UNKNOWN';

/** Whether bots read a page of the list in the range. Visits with a status below 400, or recorded without one, count. */
export type ReachState =
  /** A bot read it on the UTC day of its last change or later, or it has no such day. */
  | 'READ'
  /** Bots read it, but not since its last change. */
  | 'STALE'
  /** No bot read it. */
  | 'UNREAD';

/** How a page stands in the list of the site's pages. */
export type SitemapState =
  /** A bot read it on the UTC day of its last change or later, or it has no such day. */
  | 'READ'
  /** Bots read it, but not since its last change. */
  | 'STALE'
  /** No bot read it. */
  | 'UNREAD'
  /** The list does not have it. */
  | 'NOT_LISTED';

/** The count by which pages are sorted, largest first. Equal counts are sorted by path. */
export type PageOrder =
  /** By visits of AI bots. */
  | 'BOT_VISITS'
  /** By visits from links in LLM products. */
  | 'REFERRALS'
  /** By conversions. */
  | 'CONVERSIONS'
  /** By failed visits of AI bots. */
  | 'FAILED';

/** The way in which records of a site come in. */
export type SourceKind =
  /** An access log, imported or followed. */
  | 'LOG'
  /** A service that sends its logs to /drain. */
  | 'DRAIN'
  /** A backend that sends events or requests. */
  | 'COLLECTOR'
  /** A Node.js server that reports its requests. */
  | 'MIDDLEWARE'
  /** Files of events. */
  | 'IMPORT';

/** The plan of an account. */
export type Plan =
  /** Smaller budgets; timeseries by day only. */
  | 'FREE'
  /** Larger budgets; timeseries by day and by hour. */
  | 'PRO'
  /** The plan of one’s own service: timeseries by day and by hour, no monthly limit, and events are kept until the owner sets a retention. */
  | 'SELF_HOSTED';

/** What an API key may do. */
export type KeyScope =
  /** Read all sites of the account. */
  | 'READ'
  /** Record to one site, and nothing else. */
  | 'COLLECT'
  /** Record to one site what other services send to /drain, and nothing else. */
  | 'DRAIN';

/** What an alert notices. */
export type AlertKind =
  /** A bot that the site has not seen in 90 days. */
  | 'NEW_BOT'
  /** Far more visits, or visitors that a product sends, than these hours usually have. */
  | 'SURGE'
  /** A source, or a bot, that came regularly and stopped. */
  | 'SILENCE'
  /** A clearly higher share of visits with a status from 400 on. */
  | 'ERRORS'
  /** Clearly more visits from outside the address ranges that the operator of a bot publishes. */
  | 'IMPOSTORS'
  /** 80 % of the events of the month are used, or all of them. */
  | 'QUOTA';

/** What an alert is about. */
export type AlertSubject =
  /** A bot, by its name. */
  | 'BOT'
  /** The bots of a company. */
  | 'COMPANY'
  /** An LLM product that sends visitors, by its source. */
  | 'SOURCE'
  /** All bots of the site. */
  | 'ALL_BOTS'
  /** A log from which records come. */
  | 'LOG'
  /** A key with which a backend records. */
  | 'COLLECTOR'
  /** A key with which a Node.js server records. */
  | 'MIDDLEWARE'
  /** A key with which a service delivers its logs. */
  | 'DRAIN'
  /** The account itself. */
  | 'ACCOUNT';

/** Whether what was noticed goes on. */
export type AlertState =
  /** It goes on. */
  | 'ONGOING'
  /** It is over. */
  | 'OVER'
  /** The owner says that it is as expected. */
  | 'EXPECTED';

/** What seen and usual of an alert are. */
export type AlertUnit =
  /** Counts. */
  | 'COUNT'
  /** Shares of 1. */
  | 'SHARE';

/** How much has to be unusual for an alert. */
export type Sensitivity =
  /** There are no alerts. */
  | 'OFF'
  /** Only what is very unusual. */
  | 'LOW'
  /** At most about one false alarm a site and year, of all kinds together. */
  | 'NORMAL'
  /** Also what is less unusual, with more false alarms. */
  | 'HIGH';

/** How alerts and digests leave the service. */
export type ChannelKind =
  /** A mail; the target is an e-mail address. */
  | 'EMAIL'
  /** A signed POST of JSON (Standard Webhooks); the target is an https address. */
  | 'WEBHOOK'
  /** An incoming webhook of Slack. */
  | 'SLACK'
  /** A webhook of Discord. */
  | 'DISCORD'
  /** A topic of ntfy: https://ntfy.sh/TOPIC, with user:password@ if it needs one. */
  | 'NTFY'
  /** An Apprise API: https://HOST/notify/KEY. */
  | 'APPRISE';

/** How a message to a channel went. */
export type DeliveryState =
  /** It was not tried yet. */
  | 'PENDING'
  /** The other side has accepted it. */
  | 'DELIVERED'
  /** It failed, and is tried again, but for a test. */
  | 'FAILED'
  /** It is not tried again, unless by retryChannel. */
  | 'GIVEN_UP';

/** How often the digest is sent. */
export type DigestPeriod =
  /** On a weekday, of the seven days before. */
  | 'WEEKLY'
  /** On the first of a month, of the month before. */
  | 'MONTHLY';

export type FrameFragment = { sites: Array<{ id: string, name: string, domain: string, firstEventAt: string | null }> | null, account: { email: string, plan: Plan, usage: { used: number, limit: number | null } } | null };

export type AroundQueryVariables = Exact<{ [key: string]: never; }>;


export type AroundQuery = { sites: Array<{ id: string, name: string, domain: string, firstEventAt: string | null }> | null, account: { email: string, plan: Plan, usage: { used: number, limit: number | null } } | null };

export type BotQueryVariables = Exact<{
  id: string | number;
  name: string;
  start: string;
  end: string;
  granularity: Granularity;
}>;


export type BotQuery = { site: { id: string, domain: string, stats: { totals: { botVisits: number } } | null, coverage: { factsSince: string | null, signaturesSince: string | null, gaps: Array<{ from: string, until: string }> } | null, bot: { botName: string, botCompany: string | null, purpose: BotPurpose, documentationUrl: string | null, robotsTxt: string | null, visits: number, failed: number, bytes: number | null, firstSeenAt: string | null, lastSeenAt: string | null, verification: { signed: number, verified: number, outside: number, noList: number, unknown: number }, signers: Array<{ host: string, visits: number }>, signatures: { expired: number, invalid: number, unknownKey: number, unchecked: number }, statuses: Array<{ status: number | null, count: number }>, obedience: { visits: number, allowed: number, against: number, unknown: number, followsRobots: boolean | null, lastReadAt: string | null, lastReadVersion: number | null, rules: Array<{ rule: string, pages: Array<{ pagePath: string }> }> } | null, pages: Array<{ pagePath: string, botVisits: number, failed: number, bytes: number | null }>, timeseries: Array<{ startsAt: string, botVisits: number, referrals: number, conversions: number }> } | null } | null, sites: Array<{ id: string, name: string, domain: string, firstEventAt: string | null }> | null, account: { email: string, plan: Plan, usage: { used: number, limit: number | null } } | null };

export type BotsQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
  compare?: Comparison | null | undefined;
  besides?: Comparison | null | undefined;
  compares: boolean;
}>;


export type BotsQuery = { site: { id: string, domain: string, stats: { botBreakdown: Array<{ botName: string, botCompany: string, purpose: BotPurpose, count: number, previousCount: number | null, failed: number, bytes: number | null, verification: { signed: number, verified: number, outside: number } }> } | null, compared?: { botBreakdown: Array<{ botName: string, botCompany: string, purpose: BotPurpose, count: number, previousCount: number | null }> } | null } | null, sites: Array<{ id: string, name: string, domain: string, firstEventAt: string | null }> | null, account: { email: string, plan: Plan, usage: { used: number, limit: number | null } } | null };

export type OtherRobotsQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
}>;


export type OtherRobotsQuery = { site: { id: string, unlistedRobots: Array<{ token: string, visits: number, firstSeenAt: string, lastSeenAt: string, documentationUrl: string | null }> | null } | null };

export type OverviewQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
  granularity: Granularity;
  compare?: Comparison | null | undefined;
  compares: boolean;
}>;


export type OverviewQuery = { site: { lastEventAt: string | null, id: string, name: string, domain: string, coverage: { firstEventAt: string | null, attributionSince: string | null, attributionMinutes: number } | null, alerts: { nodes: Array<{ id: string, kind: AlertKind, at: string, until: string | null, state: AlertState, subjectKind: AlertSubject, subject: string | null, eventType: EventType | null, unit: AlertUnit, seen: number | null, usual: Array<number>, title: string, detail: string, site: { id: string, domain: string, name: string } | null }>, pageInfo: { hasNextPage: boolean } } | null, notes: Array<{ id: string, date: string, text: string, by: string | null }> | null, timeseries: { granularity: Granularity, completeUntil: string, data: Array<{ startsAt: string, botVisits: number, referrals: number, conversions: number }>, previous: Array<{ startsAt: string, botVisits: number, referrals: number, conversions: number }> | null, gaps: Array<{ from: string, until: string }> | null, previousGaps: Array<{ from: string, until: string }> | null } | null, stats: { totals: { botVisits: number, referrals: number, conversions: number }, purposes: Array<{ purpose: BotPurpose, count: number }>, botBreakdown: Array<{ botName: string, botCompany: string, purpose: BotPurpose, count: number }>, referralBreakdown: Array<{ source: string, name: string, company: string, count: number, conversions: number, value: number }>, conversionBreakdown: Array<{ eventName: string, count: number, value: number }> } | null, compared?: { comparison: { until: string, totals: { botVisits: number, referrals: number, conversions: number }, previousPeriod: { start: string, end: string }, previousTotals: { botVisits: number, referrals: number, conversions: number } } | null } | null, companies: Array<{ company: string, botVisits: number, referrals: number, visitsPerReferral: number | null, conversions: number, value: number }> | null, pages: { nodes: Array<{ pagePath: string, botVisits: number, referrals: number, conversions: number }> } | null, countries: Array<{ country: string, botVisits: number, referrals: number, conversions: number }> | null } | null, sites: Array<{ id: string, name: string, domain: string, firstEventAt: string | null }> | null, account: { email: string, plan: Plan, usage: { used: number, limit: number | null } } | null };

export type SiteOverviewFragment = { id: string, name: string, domain: string, timeseries: { granularity: Granularity, completeUntil: string, data: Array<{ startsAt: string, botVisits: number, referrals: number, conversions: number }>, previous: Array<{ startsAt: string, botVisits: number, referrals: number, conversions: number }> | null, gaps: Array<{ from: string, until: string }> | null, previousGaps: Array<{ from: string, until: string }> | null } | null, stats: { totals: { botVisits: number, referrals: number, conversions: number }, purposes: Array<{ purpose: BotPurpose, count: number }>, botBreakdown: Array<{ botName: string, botCompany: string, purpose: BotPurpose, count: number }>, referralBreakdown: Array<{ source: string, name: string, company: string, count: number, conversions: number, value: number }>, conversionBreakdown: Array<{ eventName: string, count: number, value: number }> } | null, compared?: { comparison: { until: string, totals: { botVisits: number, referrals: number, conversions: number }, previousPeriod: { start: string, end: string }, previousTotals: { botVisits: number, referrals: number, conversions: number } } | null } | null, companies: Array<{ company: string, botVisits: number, referrals: number, visitsPerReferral: number | null, conversions: number, value: number }> | null, pages: { nodes: Array<{ pagePath: string, botVisits: number, referrals: number, conversions: number }> } | null, countries: Array<{ country: string, botVisits: number, referrals: number, conversions: number }> | null };

export type PagesFrameQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
}>;


export type PagesFrameQuery = { site: { id: string, domain: string, stats: { failed: number, bytes: number | null, totals: { botVisits: number, referrals: number, conversions: number }, botBreakdown: Array<{ botName: string, count: number }>, purposes: Array<{ purpose: BotPurpose, count: number }> } | null, companies: Array<{ company: string, botVisits: number, failed: number, bytes: number | null }> | null } | null, sites: Array<{ id: string, name: string, domain: string, firstEventAt: string | null }> | null, account: { email: string, plan: Plan, usage: { used: number, limit: number | null } } | null };

export type PagesQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
  orderBy: PageOrder;
  search?: string | null | undefined;
  botName?: string | null | undefined;
  company?: string | null | undefined;
  purpose?: BotPurpose | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PagesQuery = { site: { pages: { nodes: Array<{ pagePath: string, botVisits: number, referrals: number, conversions: number, failed: number, bytes: number | null, sitemap: SitemapState | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type ReachQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
  botName?: string | null | undefined;
  company?: string | null | undefined;
  purpose?: BotPurpose | null | undefined;
}>;


export type ReachQuery = { site: { reach: { updatedAt: string, medianDaysToRead: number | null, pages: number, read: number, stale: number, unread: number, sections: Array<{ path: string, pages: number, read: number, stale: number, unread: number }> } | null } | null };

export type ReachedSectionsFragment = { pages: number, read: number, stale: number, unread: number, sections: Array<{ path: string, pages: number, read: number, stale: number, unread: number }> };

export type ReachByQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
  botName?: string | null | undefined;
  company?: string | null | undefined;
  purpose?: BotPurpose | null | undefined;
}>;


export type ReachByQuery = { site: { reach: { pages: number, companies: Array<{ name: string, read: number, stale: number, medianDaysToRead: number | null }>, bots: Array<{ name: string, read: number, stale: number, medianDaysToRead: number | null }> } | null } | null };

export type ReachedByFragment = { name: string, read: number, stale: number, medianDaysToRead: number | null };

export type ReachPagesQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
  botName?: string | null | undefined;
  company?: string | null | undefined;
  purpose?: BotPurpose | null | undefined;
  state: ReachState;
  search?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ReachPagesQuery = { site: { reach: { list: { nodes: Array<{ pagePath: string, modifiedOn: string | null, lastReadOn: string | null, visits: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null } | null };

export type UnlistedPagesQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
  botName?: string | null | undefined;
  company?: string | null | undefined;
  purpose?: BotPurpose | null | undefined;
}>;


export type UnlistedPagesQuery = { site: { reach: { unlisted: Array<{ pagePath: string, visits: number }> } | null } | null };

export type RulesQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
}>;


export type RulesQuery = { site: { id: string, domain: string, obedience: { judgedUntil: string | null, visits: number, allowed: number, against: number, unknown: number, bots: Array<{ botName: string, botCompany: string, allowed: number, against: number, unknown: number, lastReadAt: string | null, lastReadVersion: number | null }>, rules: Array<{ rule: string, group: string, line: number, version: number, visits: number, bots: Array<string>, pages: Array<{ pagePath: string }> }> } | null, robotsVersions: Array<{ id: string, number: number, since: string, until: string | null, origin: string, signals: Array<string>, invalidLines: Array<number> }> | null } | null, sites: Array<{ id: string, name: string, domain: string, firstEventAt: string | null }> | null, account: { email: string, plan: Plan, usage: { used: number, limit: number | null } } | null };

export type CheckedUntilQueryVariables = Exact<{
  id: string | number;
  end: string;
}>;


export type CheckedUntilQuery = { site: { obedience: { judgedUntil: string | null } | null } | null };

export type RobotsTextsQueryVariables = Exact<{
  id: string | number;
}>;


export type RobotsTextsQuery = { site: { robotsVersions: Array<{ id: string, text: string }> | null } | null };

export type RulesSummaryQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
}>;


export type RulesSummaryQuery = { site: { robotsVersions: Array<{ id: string }> | null, obedience: { judgedUntil: string | null, visits: number, allowed: number, against: number, unknown: number, bots: Array<{ botName: string, botCompany: string, allowed: number, against: number, unknown: number }> } | null } | null };

export type ObedienceSummaryFragment = { obedience: { judgedUntil: string | null, visits: number, allowed: number, against: number, unknown: number, bots: Array<{ botName: string, botCompany: string, allowed: number, against: number, unknown: number }> } | null };

export type CreateRobotsVersionMutationVariables = Exact<{
  siteId: string | number;
  text: string;
  since?: string | null | undefined;
}>;


export type CreateRobotsVersionMutation = { createRobotsVersion: { id: string } };

export type DeleteRobotsVersionMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteRobotsVersionMutation = { deleteRobotsVersion: string };

export type AllSitesQueryVariables = Exact<{
  week: string;
}>;


export type AllSitesQuery = { account: { email: string, plan: Plan, alerts: { nodes: Array<{ id: string, kind: AlertKind, at: string, until: string | null, state: AlertState, subjectKind: AlertSubject, subject: string | null, eventType: EventType | null, unit: AlertUnit, seen: number | null, usual: Array<number>, title: string, detail: string, site: { id: string, domain: string, name: string } | null }> } | null, usage: { used: number, limit: number | null } } | null, sites: Array<{ id: string, lastEventAt: string | null, eventsThisMonth: number, name: string, domain: string, firstEventAt: string | null }> | null };

export type SiteTotalsQueryVariables = Exact<{
  start: string;
  end: string;
  compare?: Comparison | null | undefined;
  lines: boolean;
  after?: string | number | null | undefined;
}>;


export type SiteTotalsQuery = { sites: Array<{ id: string, timeseries?: { granularity: Granularity, completeUntil: string, data: Array<{ startsAt: string, botVisits: number, referrals: number, conversions: number }>, gaps: Array<{ from: string, until: string }> | null } | null, stats: { totals: { botVisits: number, referrals: number, conversions: number }, comparison: { until: string, totals: { botVisits: number, referrals: number, conversions: number }, previousTotals: { botVisits: number, referrals: number, conversions: number } } | null } | null }> | null };

export type EventsHeadQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
}>;


export type EventsHeadQuery = { site: { id: string, name: string, domain: string, lastEventAt: string | null, stats: { totals: { botVisits: number, referrals: number, conversions: number }, botBreakdown: Array<{ botName: string, count: number }> } | null } | null, sites: Array<{ id: string, name: string, domain: string, firstEventAt: string | null }> | null, account: { email: string, plan: Plan, usage: { used: number, limit: number | null } } | null };

export type EventsPageQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
  type?: EventType | null | undefined;
  botName?: string | null | undefined;
  pagePath?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type EventsPageQuery = { account: { budgets: Array<{ operation: string, remaining: number }> } | null, site: { id: string, events: { nodes: Array<
        | { __typename: 'BotVisit', botName: string, botCompany: string, status: number | null, verdict: Verdict, signature: SignatureState | null, signer: string | null, obedience: ObedienceState | null, id: string, eventId: number, createdAt: string, pagePath: string, country: string }
        | { __typename: 'Referral', source: string, sourceName: string, status: number | null, id: string, eventId: number, createdAt: string, pagePath: string, country: string }
        | { __typename: 'Conversion', eventName: string, eventValue: number | null, sentByName: string | null, id: string, eventId: number, createdAt: string, pagePath: string, country: string }
      >, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type KeysQueryVariables = Exact<{ [key: string]: never; }>;


export type KeysQuery = { account: { email: string, plan: Plan, keys: Array<{ id: string, name: string, lastFour: string, scope: KeyScope, siteId: string | null, createdAt: string, lastUsedAt: string | null, revokedAt: string | null, drain: { isSigned: boolean, verifyCode: string | null, audience: string | null } | null }>, usage: { used: number, limit: number | null } } | null, sites: Array<{ id: string, name: string, domain: string, firstEventAt: string | null }> | null };

export type CreateKeyMutationVariables = Exact<{
  name: string;
  scope: KeyScope;
  siteId?: string | number | null | undefined;
}>;


export type CreateKeyMutation = { createKey: { key: string, apiKey: { id: string, lastFour: string } } };

export type RenameKeyMutationVariables = Exact<{
  id: string | number;
  name: string;
}>;


export type RenameKeyMutation = { renameKey: { id: string } };

export type RevokeKeyMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeKeyMutation = { revokeKey: { id: string } };

export type DrainFragment = { isSigned: boolean, verifyCode: string | null, audience: string | null };

export type SetDrainMutationVariables = Exact<{
  keyId: string | number;
  signatureSecret?: string | null | undefined;
  verifyCode?: string | null | undefined;
  audience?: string | null | undefined;
}>;


export type SetDrainMutation = { setDrain: { id: string } };

export type SitesQueryVariables = Exact<{ [key: string]: never; }>;


export type SitesQuery = { sites: Array<{ createdAt: string, eventsThisMonth: number, lastEventAt: string | null, retentionDays: number | null, id: string, name: string, domain: string, firstEventAt: string | null, exclusions: { addresses: Array<string>, paths: Array<string> } | null }> | null, account: { email: string, plan: Plan, usage: { used: number, limit: number | null } } | null };

export type CreateSiteMutationVariables = Exact<{
  domain: string;
  name?: string | null | undefined;
}>;


export type CreateSiteMutation = { createSite: { id: string } };

export type RenameSiteMutationVariables = Exact<{
  id: string | number;
  name: string;
}>;


export type RenameSiteMutation = { renameSite: { id: string } };

export type SetRetentionMutationVariables = Exact<{
  siteId: string | number;
  days?: number | null | undefined;
}>;


export type SetRetentionMutation = { setRetention: { id: string } };

export type DeleteSiteMutationVariables = Exact<{
  id: string | number;
  domain: string;
}>;


export type DeleteSiteMutation = { deleteSite: string };

export type SetExclusionsMutationVariables = Exact<{
  siteId: string | number;
  addresses: Array<string> | string;
  paths: Array<string> | string;
}>;


export type SetExclusionsMutation = { setExclusions: { id: string } };

export type AccountQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountQuery = { sites: Array<{ eventsThisMonth: number, id: string, name: string, domain: string, firstEventAt: string | null }> | null, account: { email: string, supportContact: string | null, plan: Plan, usage: { month: string, projected: number | null, resetsAt: string, used: number, limit: number | null }, budgets: Array<{ operation: string, limit: number, remaining: number }>, sessions: Array<{ id: string, userAgent: string, createdAt: string, lastUsedAt: string, isCurrent: boolean }>, audit: Array<{ id: string, at: string, action: string, detail: string, by: string }> } | null };

export type OlderAuditQueryVariables = Exact<{
  after: string | number;
}>;


export type OlderAuditQuery = { account: { audit: Array<{ id: string, at: string, action: string, detail: string, by: string }> } | null };

export type AuditRowFragment = { id: string, at: string, action: string, detail: string, by: string };

export type ChangePasswordMutationVariables = Exact<{
  current?: string | null | undefined;
  next: string;
}>;


export type ChangePasswordMutation = { changePassword: { email: string } };

export type EndSessionMutationVariables = Exact<{
  id: string | number;
}>;


export type EndSessionMutation = { endSession: string };

export type EndOtherSessionsMutationVariables = Exact<{ [key: string]: never; }>;


export type EndOtherSessionsMutation = { endOtherSessions: number };

export type AlertSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type AlertSettingsQuery = { account: { email: string, plan: Plan, channels: Array<{ id: string, kind: ChannelKind, name: string, target: string, confirmed: boolean, enabled: boolean, kinds: Array<AlertKind>, siteIds: Array<string> | null, digest: boolean, pending: number, givenUp: number, lastDelivery: { at: string, state: DeliveryState, reason: string | null, nextAt: string | null } | null }> | null, digest: { every: DigestPeriod | null, weekday: number, hour: number, nextAt: string | null } | null, usage: { used: number, limit: number | null } } | null, sites: Array<{ id: string, name: string, domain: string, firstEventAt: string | null }> | null };

export type SiteAlertSettingsQueryVariables = Exact<{
  id: string | number;
}>;


export type SiteAlertSettingsQuery = { site: { id: string, name: string, domain: string, alertRules: Array<{ kind: AlertKind, sensitivity: Sensitivity, raisedIn90Days: number }> | null, mutes: Array<{ subjectKind: AlertSubject, subject: string, kind: AlertKind | null, since: string, until: string | null }> | null } | null };

export type SetAlertRuleMutationVariables = Exact<{
  siteId: string | number;
  kind: AlertKind;
  sensitivity: Sensitivity;
}>;


export type SetAlertRuleMutation = { setAlertRule: { kind: AlertKind } };

export type OwnChannelFragment = { id: string, kind: ChannelKind, name: string, target: string, confirmed: boolean, enabled: boolean, kinds: Array<AlertKind>, siteIds: Array<string> | null, digest: boolean, pending: number, givenUp: number, lastDelivery: { at: string, state: DeliveryState, reason: string | null, nextAt: string | null } | null };

export type AttemptFragment = { at: string, state: DeliveryState, reason: string | null, nextAt: string | null };

export type CreateChannelMutationVariables = Exact<{
  kind: ChannelKind;
  name: string;
  target: string;
  kinds?: Array<AlertKind> | AlertKind | null | undefined;
  siteIds?: Array<string | number> | string | number | null | undefined;
  digest?: boolean | null | undefined;
}>;


export type CreateChannelMutation = { createChannel: { secret: string | null, channel: { id: string, name: string, target: string, confirmed: boolean } } };

export type ChangeChannelMutationVariables = Exact<{
  id: string | number;
  name: string;
  kinds?: Array<AlertKind> | AlertKind | null | undefined;
  siteIds?: Array<string | number> | string | number | null | undefined;
  digest?: boolean | null | undefined;
}>;


export type ChangeChannelMutation = { changeChannel: { id: string } };

export type SwitchChannelMutationVariables = Exact<{
  id: string | number;
  enabled: boolean;
}>;


export type SwitchChannelMutation = { changeChannel: { id: string } };

export type ConfirmAgainMutationVariables = Exact<{
  id: string | number;
}>;


export type ConfirmAgainMutation = { off: { id: string }, on: { id: string } };

export type DeleteChannelMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteChannelMutation = { deleteChannel: string };

export type TestChannelMutationVariables = Exact<{
  id: string | number;
}>;


export type TestChannelMutation = { testChannel: { at: string, state: DeliveryState, reason: string | null, nextAt: string | null } };

export type RotateChannelSecretMutationVariables = Exact<{
  id: string | number;
}>;


export type RotateChannelSecretMutation = { rotateChannelSecret: { secret: string | null } };

export type RetryChannelMutationVariables = Exact<{
  id: string | number;
}>;


export type RetryChannelMutation = { retryChannel: { id: string } };

export type DigestTimesFragment = { every: DigestPeriod | null, weekday: number, hour: number, nextAt: string | null };

export type SetDigestMutationVariables = Exact<{
  every?: DigestPeriod | null | undefined;
  weekday?: number | null | undefined;
  hour?: number | null | undefined;
}>;


export type SetDigestMutation = { setDigest: { every: DigestPeriod | null, weekday: number, hour: number, nextAt: string | null } };

export type SendDigestMutationVariables = Exact<{ [key: string]: never; }>;


export type SendDigestMutation = { sendDigest: Array<{ at: string, state: DeliveryState, reason: string | null, nextAt: string | null }> };

export type SiteAlertsQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
  kind?: AlertKind | null | undefined;
  state?: AlertState | null | undefined;
}>;


export type SiteAlertsQuery = { site: { id: string, domain: string, alerts: { nodes: Array<{ id: string, kind: AlertKind, at: string, until: string | null, state: AlertState, subjectKind: AlertSubject, subject: string | null, eventType: EventType | null, unit: AlertUnit, seen: number | null, usual: Array<number>, title: string, detail: string, site: { id: string, domain: string, name: string } | null }>, pageInfo: { hasNextPage: boolean } } | null } | null, sites: Array<{ id: string, name: string, domain: string, firstEventAt: string | null }> | null, account: { email: string, plan: Plan, usage: { used: number, limit: number | null } } | null };

export type AllAlertsQueryVariables = Exact<{
  start: string;
  end: string;
  kind?: AlertKind | null | undefined;
  state?: AlertState | null | undefined;
}>;


export type AllAlertsQuery = { account: { email: string, plan: Plan, alerts: { nodes: Array<{ id: string, kind: AlertKind, at: string, until: string | null, state: AlertState, subjectKind: AlertSubject, subject: string | null, eventType: EventType | null, unit: AlertUnit, seen: number | null, usual: Array<number>, title: string, detail: string, site: { id: string, domain: string, name: string } | null }>, pageInfo: { hasNextPage: boolean } } | null, usage: { used: number, limit: number | null } } | null, sites: Array<{ id: string, name: string, domain: string, firstEventAt: string | null }> | null };

export type ListedAlertFragment = { id: string, kind: AlertKind, at: string, until: string | null, state: AlertState, subjectKind: AlertSubject, subject: string | null, eventType: EventType | null, unit: AlertUnit, seen: number | null, usual: Array<number>, title: string, detail: string, site: { id: string, domain: string, name: string } | null };

export type MarkExpectedMutationVariables = Exact<{
  id: string | number;
  expected: boolean;
}>;


export type MarkExpectedMutation = { markExpected: { id: string, state: AlertState } };

export type MutesQueryVariables = Exact<{
  siteId: string | number;
}>;


export type MutesQuery = { site: { mutes: Array<{ subjectKind: AlertSubject, subject: string, kind: AlertKind | null, until: string | null }> | null } | null };

export type MuteMutationVariables = Exact<{
  siteId: string | number;
  subjectKind: AlertSubject;
  subject: string;
  kind?: AlertKind | null | undefined;
  until?: string | null | undefined;
}>;


export type MuteMutation = { mute: Array<{ subject: string }> };

export type UnmuteMutationVariables = Exact<{
  siteId: string | number;
  subjectKind: AlertSubject;
  subject: string;
  kind?: AlertKind | null | undefined;
}>;


export type UnmuteMutation = { unmute: Array<{ subject: string }> };

export type CreateNoteMutationVariables = Exact<{
  siteId: string | number;
  date: string;
  text: string;
}>;


export type CreateNoteMutation = { createNote: { id: string } };

export type ChangeNoteMutationVariables = Exact<{
  id: string | number;
  date: string;
  text: string;
}>;


export type ChangeNoteMutation = { changeNote: { id: string } };

export type DeleteNoteMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteNoteMutation = { deleteNote: string };

export type TrafficInQueryVariables = Exact<{
  id: string | number;
}>;


export type TrafficInQuery = { site: { id: string, domain: string, lastEventAt: string | null } | null, sites: Array<{ id: string, name: string, domain: string, firstEventAt: string | null }> | null, account: { email: string, plan: Plan, usage: { used: number, limit: number | null } } | null };

export type LastEventQueryVariables = Exact<{
  id: string | number;
}>;


export type LastEventQuery = { site: { lastEventAt: string | null } | null };

export type WayInQueryVariables = Exact<{
  id: string | number;
}>;


export type WayInQuery = { install: { command: string, origin: string }, account: { email: string, plan: Plan, keys: Array<{ id: string, name: string, lastFour: string, scope: KeyScope, siteId: string | null, createdAt: string, revokedAt: string | null, drain: { isSigned: boolean, verifyCode: string | null, audience: string | null } | null }>, usage: { used: number, limit: number | null } } | null, site: { id: string, domain: string } | null, sites: Array<{ id: string, name: string, domain: string, firstEventAt: string | null }> | null };

export type ArrivedQueryVariables = Exact<{
  id: string | number;
}>;


export type ArrivedQuery = { account: { usage: { used: number, limit: number | null, resetsAt: string }, keys: Array<{ id: string, revokedAt: string | null }> } | null, site: { domain: string, sources: Array<{ id: string, kind: SourceKind, name: string, keyId: string | null, sender: string | null, lastRecordedAt: string | null, window: { records: number, events: number, repeats: number, skipped: Array<{ reason: string, count: number, sample: string | null }> }, lastBatch: { at: string, records: number, bytes: number } | null, limits: Array<{ code: string, remedy: string }>, lastRefusal: { at: string, status: number, reason: string } | null }> | null } | null };

export type NewestVisitQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
}>;


export type NewestVisitQuery = { site: { events: { nodes: Array<
        | { __typename: 'BotVisit', botName: string, botCompany: string, verdict: Verdict, createdAt: string, pagePath: string }
        | { __typename: 'Referral', createdAt: string, pagePath: string }
        | { __typename: 'Conversion', createdAt: string, pagePath: string }
      > } | null } | null };

export type SourcePartsFragment = { id: string, kind: SourceKind, name: string, keyId: string | null, sender: string | null, lastRecordedAt: string | null, window: { records: number, events: number, repeats: number, skipped: Array<{ reason: string, count: number, sample: string | null }> }, lastBatch: { at: string, records: number, bytes: number } | null, limits: Array<{ code: string, remedy: string }>, lastRefusal: { at: string, status: number, reason: string } | null };

export type RecordingQueryVariables = Exact<{
  id: string | number;
}>;


export type RecordingQuery = { account: { email: string, plan: Plan, keys: Array<{ id: string, name: string, lastFour: string, createdAt: string, revokedAt: string | null }>, usage: { used: number, limit: number | null } } | null, site: { id: string, domain: string, sources: Array<{ id: string, kind: SourceKind, name: string, keyId: string | null, sender: string | null, lastRecordedAt: string | null, window: { records: number, events: number, repeats: number, skipped: Array<{ reason: string, count: number, sample: string | null }> }, lastBatch: { at: string, records: number, bytes: number } | null, limits: Array<{ code: string, remedy: string }>, lastRefusal: { at: string, status: number, reason: string } | null }> | null } | null, sites: Array<{ id: string, name: string, domain: string, firstEventAt: string | null }> | null };

export type ShareLinksQueryVariables = Exact<{
  id: string | number;
}>;


export type ShareLinksQuery = { site: { id: string, domain: string, shareLinks: Array<{ id: string, name: string, start: string | null, end: string | null, createdAt: string, expiresAt: string, lastUsedAt: string | null }> | null } | null, sites: Array<{ id: string, name: string, domain: string, firstEventAt: string | null }> | null, account: { email: string, plan: Plan, usage: { used: number, limit: number | null } } | null };

export type CreateShareLinkMutationVariables = Exact<{
  siteId: string | number;
  name: string;
  start?: string | null | undefined;
  end?: string | null | undefined;
  expiresInDays?: number | null | undefined;
  alerts?: boolean | null | undefined;
  notes?: boolean | null | undefined;
}>;


export type CreateShareLinkMutation = { createShareLink: { token: string } };

export type RevokeShareLinkMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeShareLinkMutation = { revokeShareLink: string };

export type SharedViewQueryVariables = Exact<{ [key: string]: never; }>;


export type SharedViewQuery = { sharedView: { start: string | null, end: string | null, hasHours: boolean, attributionSince: string | null, attributionMinutes: number, alerts: boolean, notes: boolean, expiresAt: string, site: { id: string, domain: string, name: string } } | null };

export type SharedOverviewQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
  granularity: Granularity;
  compare?: Comparison | null | undefined;
  compares: boolean;
  alerts: boolean;
  notes: boolean;
}>;


export type SharedOverviewQuery = { site: { id: string, name: string, domain: string, alerts?: { nodes: Array<{ id: string, kind: AlertKind, at: string, until: string | null, state: AlertState, subjectKind: AlertSubject, subject: string | null, eventType: EventType | null, unit: AlertUnit, seen: number | null, usual: Array<number>, title: string, detail: string, site: { id: string, domain: string, name: string } | null }>, pageInfo: { hasNextPage: boolean } } | null, notes?: Array<{ id: string, date: string, text: string, by: string | null }> | null, timeseries: { granularity: Granularity, completeUntil: string, data: Array<{ startsAt: string, botVisits: number, referrals: number, conversions: number }>, previous: Array<{ startsAt: string, botVisits: number, referrals: number, conversions: number }> | null, gaps: Array<{ from: string, until: string }> | null, previousGaps: Array<{ from: string, until: string }> | null } | null, stats: { totals: { botVisits: number, referrals: number, conversions: number }, purposes: Array<{ purpose: BotPurpose, count: number }>, botBreakdown: Array<{ botName: string, botCompany: string, purpose: BotPurpose, count: number }>, referralBreakdown: Array<{ source: string, name: string, company: string, count: number, conversions: number, value: number }>, conversionBreakdown: Array<{ eventName: string, count: number, value: number }> } | null, compared?: { comparison: { until: string, totals: { botVisits: number, referrals: number, conversions: number }, previousPeriod: { start: string, end: string }, previousTotals: { botVisits: number, referrals: number, conversions: number } } | null } | null, companies: Array<{ company: string, botVisits: number, referrals: number, visitsPerReferral: number | null, conversions: number, value: number }> | null, pages: { nodes: Array<{ pagePath: string, botVisits: number, referrals: number, conversions: number }> } | null, countries: Array<{ country: string, botVisits: number, referrals: number, conversions: number }> | null } | null };

export type EarlierConversionsQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
}>;


export type EarlierConversionsQuery = { site: { stats: { totals: { conversions: number }, referralBreakdown: Array<{ conversions: number, value: number }> } | null } | null };

export type SharedObedienceQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
}>;


export type SharedObedienceQuery = { site: { obedience: { judgedUntil: string | null, visits: number, allowed: number, against: number, unknown: number, bots: Array<{ botName: string, botCompany: string, allowed: number, against: number, unknown: number }> } | null } | null };

export type ReachSummaryQueryVariables = Exact<{
  id: string | number;
  start: string;
  end: string;
}>;


export type ReachSummaryQuery = { site: { reach: { pages: number, read: number, stale: number, unread: number, sections: Array<{ path: string, pages: number, read: number, stale: number, unread: number }> } | null } | null };

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
export const FrameFragmentDoc = new TypedDocumentString(`
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}
    `, {"fragmentName":"Frame"}) as unknown as TypedDocumentString<FrameFragment, unknown>;
export const SiteOverviewFragmentDoc = new TypedDocumentString(`
    fragment SiteOverview on Site {
  id
  name
  domain
  timeseries(
    start: $start
    end: $end
    granularity: $granularity
    compare: $compare
  ) {
    granularity
    completeUntil
    data {
      startsAt
      botVisits
      referrals
      conversions
    }
    previous {
      startsAt
      botVisits
      referrals
      conversions
    }
    gaps {
      from
      until
    }
    previousGaps {
      from
      until
    }
  }
  stats(start: $start, end: $end) {
    totals {
      botVisits
      referrals
      conversions
    }
    purposes {
      purpose
      count
    }
    botBreakdown {
      botName
      botCompany
      purpose
      count
    }
    referralBreakdown {
      source
      name
      company
      count
      conversions
      value
    }
    conversionBreakdown {
      eventName
      count
      value
    }
  }
  compared: stats(start: $start, end: $end, compare: $compare) @include(if: $compares) {
    comparison {
      until
      totals {
        botVisits
        referrals
        conversions
      }
      previousPeriod {
        start
        end
      }
      previousTotals {
        botVisits
        referrals
        conversions
      }
    }
  }
  companies(start: $start, end: $end) {
    company
    botVisits
    referrals
    visitsPerReferral
    conversions
    value
  }
  pages(start: $start, end: $end, first: 20) {
    nodes {
      pagePath
      botVisits
      referrals
      conversions
    }
  }
  countries(start: $start, end: $end) {
    country
    botVisits
    referrals
    conversions
  }
}
    `, {"fragmentName":"SiteOverview"}) as unknown as TypedDocumentString<SiteOverviewFragment, unknown>;
export const ReachedSectionsFragmentDoc = new TypedDocumentString(`
    fragment ReachedSections on Reach {
  pages
  read
  stale
  unread
  sections {
    path
    pages
    read
    stale
    unread
  }
}
    `, {"fragmentName":"ReachedSections"}) as unknown as TypedDocumentString<ReachedSectionsFragment, unknown>;
export const ReachedByFragmentDoc = new TypedDocumentString(`
    fragment ReachedBy on ReachCount {
  name
  read
  stale
  medianDaysToRead
}
    `, {"fragmentName":"ReachedBy"}) as unknown as TypedDocumentString<ReachedByFragment, unknown>;
export const ObedienceSummaryFragmentDoc = new TypedDocumentString(`
    fragment ObedienceSummary on Site {
  obedience(start: $start, end: $end) {
    judgedUntil
    visits
    allowed
    against
    unknown
    bots {
      botName
      botCompany
      allowed
      against
      unknown
    }
  }
}
    `, {"fragmentName":"ObedienceSummary"}) as unknown as TypedDocumentString<ObedienceSummaryFragment, unknown>;
export const DrainFragmentDoc = new TypedDocumentString(`
    fragment Drain on DrainSettings {
  isSigned
  verifyCode
  audience
}
    `, {"fragmentName":"Drain"}) as unknown as TypedDocumentString<DrainFragment, unknown>;
export const AuditRowFragmentDoc = new TypedDocumentString(`
    fragment AuditRow on AuditEntry {
  id
  at
  action
  detail
  by
}
    `, {"fragmentName":"AuditRow"}) as unknown as TypedDocumentString<AuditRowFragment, unknown>;
export const AttemptFragmentDoc = new TypedDocumentString(`
    fragment Attempt on Delivery {
  at
  state
  reason
  nextAt
}
    `, {"fragmentName":"Attempt"}) as unknown as TypedDocumentString<AttemptFragment, unknown>;
export const OwnChannelFragmentDoc = new TypedDocumentString(`
    fragment OwnChannel on Channel {
  id
  kind
  name
  target
  confirmed
  enabled
  kinds
  siteIds
  digest
  lastDelivery {
    ...Attempt
  }
  pending
  givenUp
}
    fragment Attempt on Delivery {
  at
  state
  reason
  nextAt
}`, {"fragmentName":"OwnChannel"}) as unknown as TypedDocumentString<OwnChannelFragment, unknown>;
export const DigestTimesFragmentDoc = new TypedDocumentString(`
    fragment DigestTimes on Digest {
  every
  weekday
  hour
  nextAt
}
    `, {"fragmentName":"DigestTimes"}) as unknown as TypedDocumentString<DigestTimesFragment, unknown>;
export const ListedAlertFragmentDoc = new TypedDocumentString(`
    fragment ListedAlert on Alert {
  id
  kind
  at
  until
  state
  subjectKind
  subject
  eventType
  unit
  seen
  usual
  title
  detail
  site {
    id
    domain
    name
  }
}
    `, {"fragmentName":"ListedAlert"}) as unknown as TypedDocumentString<ListedAlertFragment, unknown>;
export const SourcePartsFragmentDoc = new TypedDocumentString(`
    fragment SourceParts on Source {
  id
  kind
  name
  keyId
  sender
  lastRecordedAt
  window {
    records
    events
    repeats
    skipped {
      reason
      count
      sample
    }
  }
  lastBatch {
    at
    records
    bytes
  }
  limits {
    code
    remedy
  }
  lastRefusal {
    at
    status
    reason
  }
}
    `, {"fragmentName":"SourceParts"}) as unknown as TypedDocumentString<SourcePartsFragment, unknown>;
export const AroundDocument = new TypedDocumentString(`
    query Around {
  ...Frame
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}`) as unknown as TypedDocumentString<AroundQuery, AroundQueryVariables>;
export const BotDocument = new TypedDocumentString(`
    query Bot($id: ID!, $name: String!, $start: Date!, $end: Date!, $granularity: Granularity!) {
  ...Frame
  site(id: $id) {
    id
    domain
    stats(start: $start, end: $end) {
      totals {
        botVisits
      }
    }
    coverage(start: $start, end: $end) {
      factsSince
      signaturesSince
      gaps {
        from
        until
      }
    }
    bot(name: $name, start: $start, end: $end) {
      botName
      botCompany
      purpose
      documentationUrl
      robotsTxt
      visits
      failed
      bytes
      verification {
        signed
        verified
        outside
        noList
        unknown
      }
      signers {
        host
        visits
      }
      signatures {
        expired
        invalid
        unknownKey
        unchecked
      }
      statuses {
        status
        count
      }
      obedience {
        visits
        allowed
        against
        unknown
        followsRobots
        lastReadAt
        lastReadVersion
        rules {
          rule
          pages {
            pagePath
          }
        }
      }
      firstSeenAt
      lastSeenAt
      pages(first: 20) {
        pagePath
        botVisits
        failed
        bytes
      }
      timeseries(granularity: $granularity) {
        startsAt
        botVisits
        referrals
        conversions
      }
    }
  }
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}`) as unknown as TypedDocumentString<BotQuery, BotQueryVariables>;
export const BotsDocument = new TypedDocumentString(`
    query Bots($id: ID!, $start: Date!, $end: Date!, $compare: Comparison, $besides: Comparison, $compares: Boolean!) {
  ...Frame
  site(id: $id) {
    id
    domain
    stats(start: $start, end: $end, compare: $compare) {
      botBreakdown {
        botName
        botCompany
        purpose
        count
        previousCount
        failed
        bytes
        verification {
          signed
          verified
          outside
        }
      }
    }
    compared: stats(start: $start, end: $end, compare: $besides) @include(if: $compares) {
      botBreakdown {
        botName
        botCompany
        purpose
        count
        previousCount
      }
    }
  }
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}`) as unknown as TypedDocumentString<BotsQuery, BotsQueryVariables>;
export const OtherRobotsDocument = new TypedDocumentString(`
    query OtherRobots($id: ID!, $start: Date!, $end: Date!) {
  site(id: $id) {
    id
    unlistedRobots(start: $start, end: $end) {
      token
      visits
      firstSeenAt
      lastSeenAt
      documentationUrl
    }
  }
}
    `) as unknown as TypedDocumentString<OtherRobotsQuery, OtherRobotsQueryVariables>;
export const OverviewDocument = new TypedDocumentString(`
    query Overview($id: ID!, $start: Date!, $end: Date!, $granularity: Granularity!, $compare: Comparison, $compares: Boolean!) {
  ...Frame
  site(id: $id) {
    lastEventAt
    coverage(start: $start, end: $end) {
      firstEventAt
      attributionSince
      attributionMinutes
    }
    alerts(start: $start, end: $end, first: 100) {
      nodes {
        ...ListedAlert
      }
      pageInfo {
        hasNextPage
      }
    }
    notes(start: $start, end: $end) {
      id
      date
      text
      by
    }
    ...SiteOverview
  }
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}
fragment SiteOverview on Site {
  id
  name
  domain
  timeseries(
    start: $start
    end: $end
    granularity: $granularity
    compare: $compare
  ) {
    granularity
    completeUntil
    data {
      startsAt
      botVisits
      referrals
      conversions
    }
    previous {
      startsAt
      botVisits
      referrals
      conversions
    }
    gaps {
      from
      until
    }
    previousGaps {
      from
      until
    }
  }
  stats(start: $start, end: $end) {
    totals {
      botVisits
      referrals
      conversions
    }
    purposes {
      purpose
      count
    }
    botBreakdown {
      botName
      botCompany
      purpose
      count
    }
    referralBreakdown {
      source
      name
      company
      count
      conversions
      value
    }
    conversionBreakdown {
      eventName
      count
      value
    }
  }
  compared: stats(start: $start, end: $end, compare: $compare) @include(if: $compares) {
    comparison {
      until
      totals {
        botVisits
        referrals
        conversions
      }
      previousPeriod {
        start
        end
      }
      previousTotals {
        botVisits
        referrals
        conversions
      }
    }
  }
  companies(start: $start, end: $end) {
    company
    botVisits
    referrals
    visitsPerReferral
    conversions
    value
  }
  pages(start: $start, end: $end, first: 20) {
    nodes {
      pagePath
      botVisits
      referrals
      conversions
    }
  }
  countries(start: $start, end: $end) {
    country
    botVisits
    referrals
    conversions
  }
}
fragment ListedAlert on Alert {
  id
  kind
  at
  until
  state
  subjectKind
  subject
  eventType
  unit
  seen
  usual
  title
  detail
  site {
    id
    domain
    name
  }
}`) as unknown as TypedDocumentString<OverviewQuery, OverviewQueryVariables>;
export const PagesFrameDocument = new TypedDocumentString(`
    query PagesFrame($id: ID!, $start: Date!, $end: Date!) {
  ...Frame
  site(id: $id) {
    id
    domain
    stats(start: $start, end: $end) {
      totals {
        botVisits
        referrals
        conversions
      }
      failed
      bytes
      botBreakdown {
        botName
        count
      }
      purposes {
        purpose
        count
      }
    }
    companies(start: $start, end: $end) {
      company
      botVisits
      failed
      bytes
    }
  }
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}`) as unknown as TypedDocumentString<PagesFrameQuery, PagesFrameQueryVariables>;
export const PagesDocument = new TypedDocumentString(`
    query Pages($id: ID!, $start: Date!, $end: Date!, $orderBy: PageOrder!, $search: String, $botName: String, $company: String, $purpose: BotPurpose, $first: Int, $after: String) {
  site(id: $id) {
    pages(
      start: $start
      end: $end
      orderBy: $orderBy
      search: $search
      botName: $botName
      company: $company
      purpose: $purpose
      first: $first
      after: $after
    ) {
      nodes {
        pagePath
        botVisits
        referrals
        conversions
        failed
        bytes
        sitemap
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PagesQuery, PagesQueryVariables>;
export const ReachDocument = new TypedDocumentString(`
    query Reach($id: ID!, $start: Date!, $end: Date!, $botName: String, $company: String, $purpose: BotPurpose) {
  site(id: $id) {
    reach(
      start: $start
      end: $end
      botName: $botName
      company: $company
      purpose: $purpose
    ) {
      updatedAt
      medianDaysToRead
      ...ReachedSections
    }
  }
}
    fragment ReachedSections on Reach {
  pages
  read
  stale
  unread
  sections {
    path
    pages
    read
    stale
    unread
  }
}`) as unknown as TypedDocumentString<ReachQuery, ReachQueryVariables>;
export const ReachByDocument = new TypedDocumentString(`
    query ReachBy($id: ID!, $start: Date!, $end: Date!, $botName: String, $company: String, $purpose: BotPurpose) {
  site(id: $id) {
    reach(
      start: $start
      end: $end
      botName: $botName
      company: $company
      purpose: $purpose
    ) {
      pages
      companies {
        ...ReachedBy
      }
      bots {
        ...ReachedBy
      }
    }
  }
}
    fragment ReachedBy on ReachCount {
  name
  read
  stale
  medianDaysToRead
}`) as unknown as TypedDocumentString<ReachByQuery, ReachByQueryVariables>;
export const ReachPagesDocument = new TypedDocumentString(`
    query ReachPages($id: ID!, $start: Date!, $end: Date!, $botName: String, $company: String, $purpose: BotPurpose, $state: ReachState!, $search: String, $first: Int, $after: String) {
  site(id: $id) {
    reach(
      start: $start
      end: $end
      botName: $botName
      company: $company
      purpose: $purpose
    ) {
      list(state: $state, search: $search, first: $first, after: $after) {
        nodes {
          pagePath
          modifiedOn
          lastReadOn
          visits
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ReachPagesQuery, ReachPagesQueryVariables>;
export const UnlistedPagesDocument = new TypedDocumentString(`
    query UnlistedPages($id: ID!, $start: Date!, $end: Date!, $botName: String, $company: String, $purpose: BotPurpose) {
  site(id: $id) {
    reach(
      start: $start
      end: $end
      botName: $botName
      company: $company
      purpose: $purpose
    ) {
      unlisted(first: 25) {
        pagePath
        visits
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UnlistedPagesQuery, UnlistedPagesQueryVariables>;
export const RulesDocument = new TypedDocumentString(`
    query Rules($id: ID!, $start: Date!, $end: Date!) {
  ...Frame
  site(id: $id) {
    id
    domain
    obedience(start: $start, end: $end) {
      judgedUntil
      visits
      allowed
      against
      unknown
      bots {
        botName
        botCompany
        allowed
        against
        unknown
        lastReadAt
        lastReadVersion
      }
      rules {
        rule
        group
        line
        version
        visits
        bots
        pages {
          pagePath
        }
      }
    }
    robotsVersions {
      id
      number
      since
      until
      origin
      signals
      invalidLines
    }
  }
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}`) as unknown as TypedDocumentString<RulesQuery, RulesQueryVariables>;
export const CheckedUntilDocument = new TypedDocumentString(`
    query CheckedUntil($id: ID!, $end: Date!) {
  site(id: $id) {
    obedience(start: $end, end: $end) {
      judgedUntil
    }
  }
}
    `) as unknown as TypedDocumentString<CheckedUntilQuery, CheckedUntilQueryVariables>;
export const RobotsTextsDocument = new TypedDocumentString(`
    query RobotsTexts($id: ID!) {
  site(id: $id) {
    robotsVersions {
      id
      text
    }
  }
}
    `) as unknown as TypedDocumentString<RobotsTextsQuery, RobotsTextsQueryVariables>;
export const RulesSummaryDocument = new TypedDocumentString(`
    query RulesSummary($id: ID!, $start: Date!, $end: Date!) {
  site(id: $id) {
    robotsVersions {
      id
    }
    ...ObedienceSummary
  }
}
    fragment ObedienceSummary on Site {
  obedience(start: $start, end: $end) {
    judgedUntil
    visits
    allowed
    against
    unknown
    bots {
      botName
      botCompany
      allowed
      against
      unknown
    }
  }
}`) as unknown as TypedDocumentString<RulesSummaryQuery, RulesSummaryQueryVariables>;
export const CreateRobotsVersionDocument = new TypedDocumentString(`
    mutation CreateRobotsVersion($siteId: ID!, $text: String!, $since: DateTime) {
  createRobotsVersion(siteId: $siteId, text: $text, since: $since) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateRobotsVersionMutation, CreateRobotsVersionMutationVariables>;
export const DeleteRobotsVersionDocument = new TypedDocumentString(`
    mutation DeleteRobotsVersion($id: ID!) {
  deleteRobotsVersion(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteRobotsVersionMutation, DeleteRobotsVersionMutationVariables>;
export const AllSitesDocument = new TypedDocumentString(`
    query AllSites($week: Date!) {
  ...Frame
  account {
    alerts(start: $week, first: 5) {
      nodes {
        ...ListedAlert
      }
    }
  }
  sites {
    id
    lastEventAt
    eventsThisMonth
  }
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}
fragment ListedAlert on Alert {
  id
  kind
  at
  until
  state
  subjectKind
  subject
  eventType
  unit
  seen
  usual
  title
  detail
  site {
    id
    domain
    name
  }
}`) as unknown as TypedDocumentString<AllSitesQuery, AllSitesQueryVariables>;
export const SiteTotalsDocument = new TypedDocumentString(`
    query SiteTotals($start: Date!, $end: Date!, $compare: Comparison, $lines: Boolean!, $after: ID) {
  sites(start: $start, end: $end, first: 20, after: $after) {
    id
    timeseries(start: $start, end: $end) @include(if: $lines) {
      granularity
      completeUntil
      data {
        startsAt
        botVisits
        referrals
        conversions
      }
      gaps {
        from
        until
      }
    }
    stats(start: $start, end: $end, compare: $compare) {
      totals {
        botVisits
        referrals
        conversions
      }
      comparison {
        until
        totals {
          botVisits
          referrals
          conversions
        }
        previousTotals {
          botVisits
          referrals
          conversions
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SiteTotalsQuery, SiteTotalsQueryVariables>;
export const EventsHeadDocument = new TypedDocumentString(`
    query EventsHead($id: ID!, $start: Date!, $end: Date!) {
  ...Frame
  site(id: $id) {
    id
    name
    domain
    lastEventAt
    stats(start: $start, end: $end) {
      totals {
        botVisits
        referrals
        conversions
      }
      botBreakdown {
        botName
        count
      }
    }
  }
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}`) as unknown as TypedDocumentString<EventsHeadQuery, EventsHeadQueryVariables>;
export const EventsPageDocument = new TypedDocumentString(`
    query EventsPage($id: ID!, $start: Date!, $end: Date!, $type: EventType, $botName: String, $pagePath: String, $after: String) {
  account {
    budgets {
      operation
      remaining
    }
  }
  site(id: $id) {
    id
    events(
      start: $start
      end: $end
      type: $type
      botName: $botName
      pagePath: $pagePath
      first: 200
      after: $after
    ) {
      nodes {
        __typename
        id
        eventId
        createdAt
        pagePath
        country
        ... on BotVisit {
          botName
          botCompany
          status
          verdict
          signature
          signer
          obedience
        }
        ... on Referral {
          source
          sourceName
          status
        }
        ... on Conversion {
          eventName
          eventValue
          sentByName
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EventsPageQuery, EventsPageQueryVariables>;
export const KeysDocument = new TypedDocumentString(`
    query Keys {
  ...Frame
  account {
    keys {
      id
      name
      lastFour
      scope
      siteId
      createdAt
      lastUsedAt
      revokedAt
      drain {
        ...Drain
      }
    }
  }
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}
fragment Drain on DrainSettings {
  isSigned
  verifyCode
  audience
}`) as unknown as TypedDocumentString<KeysQuery, KeysQueryVariables>;
export const CreateKeyDocument = new TypedDocumentString(`
    mutation CreateKey($name: String!, $scope: KeyScope!, $siteId: ID) {
  createKey(name: $name, scope: $scope, siteId: $siteId) {
    key
    apiKey {
      id
      lastFour
    }
  }
}
    `) as unknown as TypedDocumentString<CreateKeyMutation, CreateKeyMutationVariables>;
export const RenameKeyDocument = new TypedDocumentString(`
    mutation RenameKey($id: ID!, $name: String!) {
  renameKey(id: $id, name: $name) {
    id
  }
}
    `) as unknown as TypedDocumentString<RenameKeyMutation, RenameKeyMutationVariables>;
export const RevokeKeyDocument = new TypedDocumentString(`
    mutation RevokeKey($id: ID!) {
  revokeKey(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<RevokeKeyMutation, RevokeKeyMutationVariables>;
export const SetDrainDocument = new TypedDocumentString(`
    mutation SetDrain($keyId: ID!, $signatureSecret: String, $verifyCode: String, $audience: String) {
  setDrain(
    keyId: $keyId
    signatureSecret: $signatureSecret
    verifyCode: $verifyCode
    audience: $audience
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<SetDrainMutation, SetDrainMutationVariables>;
export const SitesDocument = new TypedDocumentString(`
    query Sites {
  ...Frame
  sites {
    createdAt
    eventsThisMonth
    lastEventAt
    retentionDays
    exclusions {
      addresses
      paths
    }
  }
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}`) as unknown as TypedDocumentString<SitesQuery, SitesQueryVariables>;
export const CreateSiteDocument = new TypedDocumentString(`
    mutation CreateSite($domain: String!, $name: String) {
  createSite(domain: $domain, name: $name) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateSiteMutation, CreateSiteMutationVariables>;
export const RenameSiteDocument = new TypedDocumentString(`
    mutation RenameSite($id: ID!, $name: String!) {
  renameSite(id: $id, name: $name) {
    id
  }
}
    `) as unknown as TypedDocumentString<RenameSiteMutation, RenameSiteMutationVariables>;
export const SetRetentionDocument = new TypedDocumentString(`
    mutation SetRetention($siteId: ID!, $days: Int) {
  setRetention(siteId: $siteId, days: $days) {
    id
  }
}
    `) as unknown as TypedDocumentString<SetRetentionMutation, SetRetentionMutationVariables>;
export const DeleteSiteDocument = new TypedDocumentString(`
    mutation DeleteSite($id: ID!, $domain: String!) {
  deleteSite(id: $id, domain: $domain)
}
    `) as unknown as TypedDocumentString<DeleteSiteMutation, DeleteSiteMutationVariables>;
export const SetExclusionsDocument = new TypedDocumentString(`
    mutation SetExclusions($siteId: ID!, $addresses: [String!]!, $paths: [String!]!) {
  setExclusions(siteId: $siteId, addresses: $addresses, paths: $paths) {
    id
  }
}
    `) as unknown as TypedDocumentString<SetExclusionsMutation, SetExclusionsMutationVariables>;
export const AccountDocument = new TypedDocumentString(`
    query Account {
  ...Frame
  sites {
    eventsThisMonth
  }
  account {
    email
    supportContact
    usage {
      month
      projected
      resetsAt
    }
    budgets {
      operation
      limit
      remaining
    }
    sessions {
      id
      userAgent
      createdAt
      lastUsedAt
      isCurrent
    }
    audit(first: 50) {
      ...AuditRow
    }
  }
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}
fragment AuditRow on AuditEntry {
  id
  at
  action
  detail
  by
}`) as unknown as TypedDocumentString<AccountQuery, AccountQueryVariables>;
export const OlderAuditDocument = new TypedDocumentString(`
    query OlderAudit($after: ID!) {
  account {
    audit(first: 50, after: $after) {
      ...AuditRow
    }
  }
}
    fragment AuditRow on AuditEntry {
  id
  at
  action
  detail
  by
}`) as unknown as TypedDocumentString<OlderAuditQuery, OlderAuditQueryVariables>;
export const ChangePasswordDocument = new TypedDocumentString(`
    mutation ChangePassword($current: String, $next: String!) {
  changePassword(current: $current, next: $next) {
    email
  }
}
    `) as unknown as TypedDocumentString<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const EndSessionDocument = new TypedDocumentString(`
    mutation EndSession($id: ID!) {
  endSession(id: $id)
}
    `) as unknown as TypedDocumentString<EndSessionMutation, EndSessionMutationVariables>;
export const EndOtherSessionsDocument = new TypedDocumentString(`
    mutation EndOtherSessions {
  endOtherSessions
}
    `) as unknown as TypedDocumentString<EndOtherSessionsMutation, EndOtherSessionsMutationVariables>;
export const AlertSettingsDocument = new TypedDocumentString(`
    query AlertSettings {
  ...Frame
  account {
    channels {
      ...OwnChannel
    }
    digest {
      ...DigestTimes
    }
  }
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}
fragment OwnChannel on Channel {
  id
  kind
  name
  target
  confirmed
  enabled
  kinds
  siteIds
  digest
  lastDelivery {
    ...Attempt
  }
  pending
  givenUp
}
fragment Attempt on Delivery {
  at
  state
  reason
  nextAt
}
fragment DigestTimes on Digest {
  every
  weekday
  hour
  nextAt
}`) as unknown as TypedDocumentString<AlertSettingsQuery, AlertSettingsQueryVariables>;
export const SiteAlertSettingsDocument = new TypedDocumentString(`
    query SiteAlertSettings($id: ID!) {
  site(id: $id) {
    id
    name
    domain
    alertRules {
      kind
      sensitivity
      raisedIn90Days
    }
    mutes {
      subjectKind
      subject
      kind
      since
      until
    }
  }
}
    `) as unknown as TypedDocumentString<SiteAlertSettingsQuery, SiteAlertSettingsQueryVariables>;
export const SetAlertRuleDocument = new TypedDocumentString(`
    mutation SetAlertRule($siteId: ID!, $kind: AlertKind!, $sensitivity: Sensitivity!) {
  setAlertRule(siteId: $siteId, kind: $kind, sensitivity: $sensitivity) {
    kind
  }
}
    `) as unknown as TypedDocumentString<SetAlertRuleMutation, SetAlertRuleMutationVariables>;
export const CreateChannelDocument = new TypedDocumentString(`
    mutation CreateChannel($kind: ChannelKind!, $name: String!, $target: String!, $kinds: [AlertKind!], $siteIds: [ID!], $digest: Boolean) {
  createChannel(
    kind: $kind
    name: $name
    target: $target
    kinds: $kinds
    siteIds: $siteIds
    digest: $digest
  ) {
    channel {
      id
      name
      target
      confirmed
    }
    secret
  }
}
    `) as unknown as TypedDocumentString<CreateChannelMutation, CreateChannelMutationVariables>;
export const ChangeChannelDocument = new TypedDocumentString(`
    mutation ChangeChannel($id: ID!, $name: String!, $kinds: [AlertKind!], $siteIds: [ID!], $digest: Boolean) {
  changeChannel(
    id: $id
    name: $name
    kinds: $kinds
    siteIds: $siteIds
    digest: $digest
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<ChangeChannelMutation, ChangeChannelMutationVariables>;
export const SwitchChannelDocument = new TypedDocumentString(`
    mutation SwitchChannel($id: ID!, $enabled: Boolean!) {
  changeChannel(id: $id, enabled: $enabled) {
    id
  }
}
    `) as unknown as TypedDocumentString<SwitchChannelMutation, SwitchChannelMutationVariables>;
export const ConfirmAgainDocument = new TypedDocumentString(`
    mutation ConfirmAgain($id: ID!) {
  off: changeChannel(id: $id, enabled: false) {
    id
  }
  on: changeChannel(id: $id, enabled: true) {
    id
  }
}
    `) as unknown as TypedDocumentString<ConfirmAgainMutation, ConfirmAgainMutationVariables>;
export const DeleteChannelDocument = new TypedDocumentString(`
    mutation DeleteChannel($id: ID!) {
  deleteChannel(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteChannelMutation, DeleteChannelMutationVariables>;
export const TestChannelDocument = new TypedDocumentString(`
    mutation TestChannel($id: ID!) {
  testChannel(id: $id) {
    ...Attempt
  }
}
    fragment Attempt on Delivery {
  at
  state
  reason
  nextAt
}`) as unknown as TypedDocumentString<TestChannelMutation, TestChannelMutationVariables>;
export const RotateChannelSecretDocument = new TypedDocumentString(`
    mutation RotateChannelSecret($id: ID!) {
  rotateChannelSecret(id: $id) {
    secret
  }
}
    `) as unknown as TypedDocumentString<RotateChannelSecretMutation, RotateChannelSecretMutationVariables>;
export const RetryChannelDocument = new TypedDocumentString(`
    mutation RetryChannel($id: ID!) {
  retryChannel(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<RetryChannelMutation, RetryChannelMutationVariables>;
export const SetDigestDocument = new TypedDocumentString(`
    mutation SetDigest($every: DigestPeriod, $weekday: Int, $hour: Int) {
  setDigest(every: $every, weekday: $weekday, hour: $hour) {
    ...DigestTimes
  }
}
    fragment DigestTimes on Digest {
  every
  weekday
  hour
  nextAt
}`) as unknown as TypedDocumentString<SetDigestMutation, SetDigestMutationVariables>;
export const SendDigestDocument = new TypedDocumentString(`
    mutation SendDigest {
  sendDigest {
    ...Attempt
  }
}
    fragment Attempt on Delivery {
  at
  state
  reason
  nextAt
}`) as unknown as TypedDocumentString<SendDigestMutation, SendDigestMutationVariables>;
export const SiteAlertsDocument = new TypedDocumentString(`
    query SiteAlerts($id: ID!, $start: Date!, $end: Date!, $kind: AlertKind, $state: AlertState) {
  ...Frame
  site(id: $id) {
    id
    domain
    alerts(start: $start, end: $end, kind: $kind, state: $state, first: 100) {
      nodes {
        ...ListedAlert
      }
      pageInfo {
        hasNextPage
      }
    }
  }
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}
fragment ListedAlert on Alert {
  id
  kind
  at
  until
  state
  subjectKind
  subject
  eventType
  unit
  seen
  usual
  title
  detail
  site {
    id
    domain
    name
  }
}`) as unknown as TypedDocumentString<SiteAlertsQuery, SiteAlertsQueryVariables>;
export const AllAlertsDocument = new TypedDocumentString(`
    query AllAlerts($start: Date!, $end: Date!, $kind: AlertKind, $state: AlertState) {
  ...Frame
  account {
    alerts(start: $start, end: $end, kind: $kind, state: $state, first: 100) {
      nodes {
        ...ListedAlert
      }
      pageInfo {
        hasNextPage
      }
    }
  }
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}
fragment ListedAlert on Alert {
  id
  kind
  at
  until
  state
  subjectKind
  subject
  eventType
  unit
  seen
  usual
  title
  detail
  site {
    id
    domain
    name
  }
}`) as unknown as TypedDocumentString<AllAlertsQuery, AllAlertsQueryVariables>;
export const MarkExpectedDocument = new TypedDocumentString(`
    mutation MarkExpected($id: ID!, $expected: Boolean!) {
  markExpected(id: $id, expected: $expected) {
    id
    state
  }
}
    `) as unknown as TypedDocumentString<MarkExpectedMutation, MarkExpectedMutationVariables>;
export const MutesDocument = new TypedDocumentString(`
    query Mutes($siteId: ID!) {
  site(id: $siteId) {
    mutes {
      subjectKind
      subject
      kind
      until
    }
  }
}
    `) as unknown as TypedDocumentString<MutesQuery, MutesQueryVariables>;
export const MuteDocument = new TypedDocumentString(`
    mutation Mute($siteId: ID!, $subjectKind: AlertSubject!, $subject: String!, $kind: AlertKind, $until: DateTime) {
  mute(
    siteId: $siteId
    subjectKind: $subjectKind
    subject: $subject
    kind: $kind
    until: $until
  ) {
    subject
  }
}
    `) as unknown as TypedDocumentString<MuteMutation, MuteMutationVariables>;
export const UnmuteDocument = new TypedDocumentString(`
    mutation Unmute($siteId: ID!, $subjectKind: AlertSubject!, $subject: String!, $kind: AlertKind) {
  unmute(
    siteId: $siteId
    subjectKind: $subjectKind
    subject: $subject
    kind: $kind
  ) {
    subject
  }
}
    `) as unknown as TypedDocumentString<UnmuteMutation, UnmuteMutationVariables>;
export const CreateNoteDocument = new TypedDocumentString(`
    mutation CreateNote($siteId: ID!, $date: Date!, $text: String!) {
  createNote(siteId: $siteId, date: $date, text: $text) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateNoteMutation, CreateNoteMutationVariables>;
export const ChangeNoteDocument = new TypedDocumentString(`
    mutation ChangeNote($id: ID!, $date: Date!, $text: String!) {
  changeNote(id: $id, date: $date, text: $text) {
    id
  }
}
    `) as unknown as TypedDocumentString<ChangeNoteMutation, ChangeNoteMutationVariables>;
export const DeleteNoteDocument = new TypedDocumentString(`
    mutation DeleteNote($id: ID!) {
  deleteNote(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteNoteMutation, DeleteNoteMutationVariables>;
export const TrafficInDocument = new TypedDocumentString(`
    query TrafficIn($id: ID!) {
  ...Frame
  site(id: $id) {
    id
    domain
    lastEventAt
  }
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}`) as unknown as TypedDocumentString<TrafficInQuery, TrafficInQueryVariables>;
export const LastEventDocument = new TypedDocumentString(`
    query LastEvent($id: ID!) {
  site(id: $id) {
    lastEventAt
  }
}
    `) as unknown as TypedDocumentString<LastEventQuery, LastEventQueryVariables>;
export const WayInDocument = new TypedDocumentString(`
    query WayIn($id: ID!) {
  ...Frame
  install {
    command
    origin
  }
  account {
    keys {
      id
      name
      lastFour
      scope
      siteId
      createdAt
      revokedAt
      drain {
        ...Drain
      }
    }
  }
  site(id: $id) {
    id
    domain
  }
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}
fragment Drain on DrainSettings {
  isSigned
  verifyCode
  audience
}`) as unknown as TypedDocumentString<WayInQuery, WayInQueryVariables>;
export const ArrivedDocument = new TypedDocumentString(`
    query Arrived($id: ID!) {
  account {
    usage {
      used
      limit
      resetsAt
    }
    keys {
      id
      revokedAt
    }
  }
  site(id: $id) {
    domain
    sources {
      ...SourceParts
    }
  }
}
    fragment SourceParts on Source {
  id
  kind
  name
  keyId
  sender
  lastRecordedAt
  window {
    records
    events
    repeats
    skipped {
      reason
      count
      sample
    }
  }
  lastBatch {
    at
    records
    bytes
  }
  limits {
    code
    remedy
  }
  lastRefusal {
    at
    status
    reason
  }
}`) as unknown as TypedDocumentString<ArrivedQuery, ArrivedQueryVariables>;
export const NewestVisitDocument = new TypedDocumentString(`
    query NewestVisit($id: ID!, $start: Date!, $end: Date!) {
  site(id: $id) {
    events(start: $start, end: $end, type: BOT, first: 1) {
      nodes {
        __typename
        createdAt
        pagePath
        ... on BotVisit {
          botName
          botCompany
          verdict
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NewestVisitQuery, NewestVisitQueryVariables>;
export const RecordingDocument = new TypedDocumentString(`
    query Recording($id: ID!) {
  ...Frame
  account {
    keys {
      id
      name
      lastFour
      createdAt
      revokedAt
    }
  }
  site(id: $id) {
    id
    domain
    sources {
      ...SourceParts
    }
  }
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}
fragment SourceParts on Source {
  id
  kind
  name
  keyId
  sender
  lastRecordedAt
  window {
    records
    events
    repeats
    skipped {
      reason
      count
      sample
    }
  }
  lastBatch {
    at
    records
    bytes
  }
  limits {
    code
    remedy
  }
  lastRefusal {
    at
    status
    reason
  }
}`) as unknown as TypedDocumentString<RecordingQuery, RecordingQueryVariables>;
export const ShareLinksDocument = new TypedDocumentString(`
    query ShareLinks($id: ID!) {
  ...Frame
  site(id: $id) {
    id
    domain
    shareLinks {
      id
      name
      start
      end
      createdAt
      expiresAt
      lastUsedAt
    }
  }
}
    fragment Frame on Query {
  sites {
    id
    name
    domain
    firstEventAt
  }
  account {
    email
    plan
    usage {
      used
      limit
    }
  }
}`) as unknown as TypedDocumentString<ShareLinksQuery, ShareLinksQueryVariables>;
export const CreateShareLinkDocument = new TypedDocumentString(`
    mutation CreateShareLink($siteId: ID!, $name: String!, $start: Date, $end: Date, $expiresInDays: Int, $alerts: Boolean, $notes: Boolean) {
  createShareLink(
    siteId: $siteId
    name: $name
    start: $start
    end: $end
    expiresInDays: $expiresInDays
    alerts: $alerts
    notes: $notes
  ) {
    token
  }
}
    `) as unknown as TypedDocumentString<CreateShareLinkMutation, CreateShareLinkMutationVariables>;
export const RevokeShareLinkDocument = new TypedDocumentString(`
    mutation RevokeShareLink($id: ID!) {
  revokeShareLink(id: $id)
}
    `) as unknown as TypedDocumentString<RevokeShareLinkMutation, RevokeShareLinkMutationVariables>;
export const SharedViewDocument = new TypedDocumentString(`
    query SharedView {
  sharedView {
    start
    end
    hasHours
    attributionSince
    attributionMinutes
    alerts
    notes
    expiresAt
    site {
      id
      domain
      name
    }
  }
}
    `) as unknown as TypedDocumentString<SharedViewQuery, SharedViewQueryVariables>;
export const SharedOverviewDocument = new TypedDocumentString(`
    query SharedOverview($id: ID!, $start: Date!, $end: Date!, $granularity: Granularity!, $compare: Comparison, $compares: Boolean!, $alerts: Boolean!, $notes: Boolean!) {
  site(id: $id) {
    alerts(start: $start, end: $end, first: 100) @include(if: $alerts) {
      nodes {
        ...ListedAlert
      }
      pageInfo {
        hasNextPage
      }
    }
    notes(start: $start, end: $end) @include(if: $notes) {
      id
      date
      text
      by
    }
    ...SiteOverview
  }
}
    fragment SiteOverview on Site {
  id
  name
  domain
  timeseries(
    start: $start
    end: $end
    granularity: $granularity
    compare: $compare
  ) {
    granularity
    completeUntil
    data {
      startsAt
      botVisits
      referrals
      conversions
    }
    previous {
      startsAt
      botVisits
      referrals
      conversions
    }
    gaps {
      from
      until
    }
    previousGaps {
      from
      until
    }
  }
  stats(start: $start, end: $end) {
    totals {
      botVisits
      referrals
      conversions
    }
    purposes {
      purpose
      count
    }
    botBreakdown {
      botName
      botCompany
      purpose
      count
    }
    referralBreakdown {
      source
      name
      company
      count
      conversions
      value
    }
    conversionBreakdown {
      eventName
      count
      value
    }
  }
  compared: stats(start: $start, end: $end, compare: $compare) @include(if: $compares) {
    comparison {
      until
      totals {
        botVisits
        referrals
        conversions
      }
      previousPeriod {
        start
        end
      }
      previousTotals {
        botVisits
        referrals
        conversions
      }
    }
  }
  companies(start: $start, end: $end) {
    company
    botVisits
    referrals
    visitsPerReferral
    conversions
    value
  }
  pages(start: $start, end: $end, first: 20) {
    nodes {
      pagePath
      botVisits
      referrals
      conversions
    }
  }
  countries(start: $start, end: $end) {
    country
    botVisits
    referrals
    conversions
  }
}
fragment ListedAlert on Alert {
  id
  kind
  at
  until
  state
  subjectKind
  subject
  eventType
  unit
  seen
  usual
  title
  detail
  site {
    id
    domain
    name
  }
}`) as unknown as TypedDocumentString<SharedOverviewQuery, SharedOverviewQueryVariables>;
export const EarlierConversionsDocument = new TypedDocumentString(`
    query EarlierConversions($id: ID!, $start: Date!, $end: Date!) {
  site(id: $id) {
    stats(start: $start, end: $end) {
      totals {
        conversions
      }
      referralBreakdown {
        conversions
        value
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EarlierConversionsQuery, EarlierConversionsQueryVariables>;
export const SharedObedienceDocument = new TypedDocumentString(`
    query SharedObedience($id: ID!, $start: Date!, $end: Date!) {
  site(id: $id) {
    ...ObedienceSummary
  }
}
    fragment ObedienceSummary on Site {
  obedience(start: $start, end: $end) {
    judgedUntil
    visits
    allowed
    against
    unknown
    bots {
      botName
      botCompany
      allowed
      against
      unknown
    }
  }
}`) as unknown as TypedDocumentString<SharedObedienceQuery, SharedObedienceQueryVariables>;
export const ReachSummaryDocument = new TypedDocumentString(`
    query ReachSummary($id: ID!, $start: Date!, $end: Date!) {
  site(id: $id) {
    reach(start: $start, end: $end) {
      ...ReachedSections
    }
  }
}
    fragment ReachedSections on Reach {
  pages
  read
  stale
  unread
  sections {
    path
    pages
    read
    stale
    unread
  }
}`) as unknown as TypedDocumentString<ReachSummaryQuery, ReachSummaryQueryVariables>;
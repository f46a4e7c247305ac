import { formatDate, DAY_MS } from '../../src/domain/time.ts';
import { type BenchSite, DAYS, DAY_COUNT } from './dataset.ts';
import type { PreparedRequest } from './request.ts';

/** Whole days, both inclusive, as the APIs take them. */
export type Days = { readonly start: string; readonly end: string };

/** `count` days within the data. `shift` moves them, and wraps around at the end. */
export function daysOf(count: number, shift = 0): Days {
  const first = DAYS.fromMs + (shift % (DAY_COUNT - count + 1)) * DAY_MS;
  return { start: formatDate(first), end: formatDate(first + (count - 1) * DAY_MS) };
}

/** All days, except for up to 30 at the end. */
export function mostDays(shift: number): Days {
  return { start: daysOf(1).start, end: formatDate(DAYS.untilMs - (1 + (shift % 30)) * DAY_MS) };
}

export function restStats({ siteId, key }: BenchSite, { start, end }: Days): PreparedRequest {
  return { path: `/api/v1/sites/${siteId}/stats?start=${start}&end=${end}`, key };
}

export function restTimeseries(
  { siteId, key }: BenchSite,
  { start, end }: Days,
  granularity: 'day' | 'hour' = 'day',
): PreparedRequest {
  const query = `granularity=${granularity}&start=${start}&end=${end}`;
  return { path: `/api/v1/sites/${siteId}/timeseries?${query}`, key };
}

export function restEvents(
  { siteId, key }: BenchSite,
  { start, end }: Days,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string },
): PreparedRequest {
  const after = cursor === undefined ? '' : `&cursor=${cursor}`;
  return { path: `/api/v1/sites/${siteId}/events?limit=${limit}&start=${start}&end=${end}${after}`, key };
}

export function graphqlOverview({ siteId, key }: BenchSite, days: Days): PreparedRequest {
  return { path: '/graphql', key, body: { query: OVERVIEW, variables: { id: siteId, ...days } } };
}

export function graphqlEvents({ siteId, key }: BenchSite, days: Days, first: number): PreparedRequest {
  return { path: '/graphql', key, body: { query: EVENTS, variables: { id: siteId, first, ...days } } };
}

/** The first events of those that the filter leaves. */
export function graphqlFilteredEvents(
  { siteId, key }: BenchSite,
  days: Days,
  filter: { readonly botName?: string; readonly pagePath?: string } = {},
): PreparedRequest {
  return {
    path: '/graphql',
    key,
    body: { query: FILTERED_EVENTS, variables: { id: siteId, ...filter, ...days } },
  };
}

export function graphqlFirstEvent({ siteId, key }: BenchSite): PreparedRequest {
  return { path: '/graphql', key, body: { query: FIRST_EVENT, variables: { id: siteId } } };
}

export function graphqlStats({ siteId, key }: BenchSite, days: Days): PreparedRequest {
  return { path: '/graphql', key, body: { query: STATS, variables: { id: siteId, ...days } } };
}

export function graphqlCompanies({ siteId, key }: BenchSite, days: Days): PreparedRequest {
  return { path: '/graphql', key, body: { query: COMPANIES, variables: { id: siteId, ...days } } };
}

/** Whose visits count. */
export type OfBots = { readonly botName?: string; readonly company?: string; readonly purpose?: string };

/** The first hundred pages of all events, or of some bots. */
export function graphqlPages({ siteId, key }: BenchSite, days: Days, bots: OfBots = {}): PreparedRequest {
  return { path: '/graphql', key, body: { query: PAGES, variables: { id: siteId, ...bots, ...days } } };
}

/** The site's list of pages against what bots read; and against what each bot and company read. */
export function graphqlReach(
  { siteId, key }: BenchSite,
  days: Days,
  { byReader }: { readonly byReader: boolean },
): PreparedRequest {
  return { path: '/graphql', key, body: { query: REACH, variables: { id: siteId, byReader, ...days } } };
}

/** What robots.txt says of the visits; and the pages on which its rules were broken. */
export function graphqlObedience(
  { siteId, key }: BenchSite,
  days: Days,
  { withPages }: { readonly withPages: boolean },
): PreparedRequest {
  return { path: '/graphql', key, body: { query: OBEDIENCE, variables: { id: siteId, withPages, ...days } } };
}

const OVERVIEW = `query Overview($id: ID!, $start: Date, $end: Date) {
  site(id: $id) {
    stats(start: $start, end: $end) {
      period { start end }
      totals { botVisits referrals conversions }
      botBreakdown { botName botCompany count }
      referralBreakdown { source count }
      conversionBreakdown { eventName count value }
    }
    timeseries(start: $start, end: $end) {
      granularity
      data { date botVisits referrals conversions }
    }
  }
}`;

const EVENTS = `query Events($id: ID!, $first: Int, $start: Date, $end: Date) {
  site(id: $id) {
    events(first: $first, start: $start, end: $end) {
      nodes {
        eventId type pagePath country createdAt
        ... on BotVisit { botName botCompany }
        ... on Referral { source }
        ... on Conversion { eventName eventValue }
      }
      pageInfo { endCursor }
    }
  }
}`;

const KNOWN =
  'purposes { purpose count } failed bytes verification { signed verified outside noList unknown }';

/** With what is known of bot visits, which REST does not return. */
const STATS = `query Stats($id: ID!, $start: Date, $end: Date) {
  site(id: $id) {
    stats(start: $start, end: $end) {
      totals { botVisits referrals conversions }
      botBreakdown {
        botName botCompany count purpose failed bytes
        verification { signed verified outside noList unknown }
      }
      referralBreakdown { source count }
      conversionBreakdown { eventName count value }
      ${KNOWN}
    }
  }
}`;

const COMPANIES = `query Companies($id: ID!, $start: Date, $end: Date) {
  site(id: $id) {
    companies(start: $start, end: $end) {
      company botVisits referrals visitsPerReferral
      ${KNOWN}
    }
  }
}`;

const FILTERED_EVENTS = `query FilteredEvents($id: ID!, $start: Date, $end: Date, $botName: String, $pagePath: String) {
  site(id: $id) {
    events(first: 100, start: $start, end: $end, botName: $botName, pagePath: $pagePath) {
      nodes { eventId type pagePath country createdAt ... on BotVisit { botName botCompany } }
      pageInfo { endCursor }
    }
  }
}`;

const FIRST_EVENT = `query FirstEvent($id: ID!) { site(id: $id) { firstEventAt } }`;

const PAGES = `query Pages($id: ID!, $start: Date, $end: Date, $botName: String, $company: String, $purpose: BotPurpose) {
  site(id: $id) {
    pages(start: $start, end: $end, botName: $botName, company: $company, purpose: $purpose, first: 100) {
      nodes { pagePath botVisits referrals conversions failed bytes }
      pageInfo { endCursor }
    }
  }
}`;

const REACH = `query Reach($id: ID!, $start: Date, $end: Date, $byReader: Boolean!) {
  site(id: $id) {
    reach(start: $start, end: $end) {
      updatedAt pages read stale unread medianDaysToRead
      sections { path pages read stale unread }
      bots @include(if: $byReader) { name read stale medianDaysToRead }
      companies @include(if: $byReader) { name read stale medianDaysToRead }
    }
  }
}`;

const OBEDIENCE = `query Obedience($id: ID!, $start: Date, $end: Date, $withPages: Boolean!) {
  site(id: $id) {
    obedience(start: $start, end: $end) {
      judgedUntil visits allowed against unknown
      bots { botName botCompany purpose followsRobots visits allowed against unknown lastReadAt lastReadVersion }
      rules { rule group line version visits bots pages @include(if: $withPages) { pagePath visits } }
    }
  }
}`;

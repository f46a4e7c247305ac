import { SHARED_DOCUMENTS } from '../../src/graphql/generated/shared-documents.ts';
import { schema } from '../../src/graphql/schema.ts';
import { writeRequest } from '../execution/documents.ts';

/** A document, and variables that fit it. */
export type Sent = {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
};

/** The sites whose ids stand for those of the generated documents. */
type Sites = { readonly full: string; readonly empty: string };

const RANGE = { start: '2026-03-01', end: '2026-03-15' };

const EVENT = `eventId type pagePath country createdAt
  ... on BotVisit { botName botCompany status bytes verdict } ... on Referral { source } ... on Conversion { eventName eventValue }`;

const STATS = `stats(start: $start, end: $end) {
  totals { botVisits referrals conversions } botBreakdown { botName botCompany count }
  referralBreakdown { source name count } conversionBreakdown { eventName count value }
}`;

const SERIES =
  'timeseries(start: $start, end: $end) { granularity data { date datetime startsAt botVisits } }';

const EVENTS = `events(first: $first, start: $start, end: $end) {
  nodes { __typename id ${EVENT} } pageInfo { endCursor hasNextPage }
}`;

const TYPES = { id: 'ID!', start: 'Date', end: 'Date', first: 'Int' };

/** Documents as callers send them. */
export function writtenDocuments({ full, empty }: Sites): readonly Sent[] {
  const ofSite = (fields: string, given: object = {}): Sent => {
    const used = Object.entries(TYPES).filter(([name]) => name === 'id' || fields.includes(`$${name}`));
    const declared = used.map(([name, type]) => `$${name}: ${type}`).join(', ');
    const values: Sent['variables'] = { id: full, ...RANGE, first: 5, ...given };
    return {
      query: `query (${declared}) { site(id: $id) { ${fields} } }`,
      variables: Object.fromEntries(used.map(([name]) => [name, values[name]])),
    };
  };
  return [
    ofSite(`${STATS} ${SERIES}`),
    ofSite(`${STATS} ${SERIES}`, { id: empty }),
    ofSite(EVENTS),
    ofSite(EVENTS, { first: 250, start: null, end: null }),
    ofSite('events(first: $first) { edges { cursor node { id ... on BotVisit { bot: botName } } } }'),
    ofSite(`a: ${STATS} b: ${STATS} first: id last: name`),
    ofSite('pages(start: $start, end: $end, first: $first) { nodes { pagePath botVisits } }'),
    ofSite('companies(start: $start) { company botVisits } countries { country botVisits }'),
    ofSite('coverage { firstEventAt lastEventAt sources { name } } bot(name: "GPTBot") { name visits }'),
    ofSite('timeseries(granularity: HOUR, start: $start) { data { startsAt botVisits referrals } }'),
    {
      query: '{ sites { id name domain createdAt } account { plan budgets { limit remaining } } }',
      variables: {},
    },
    { query: 'query One { sites { id } } query Two { __typename }', variables: {}, operationName: 'Two' },
    {
      query: 'query ($yes: Boolean!) { sites { id @include(if: $yes) name @skip(if: $yes) } }',
      variables: { yes: true },
    },
    { query: '{ __proto__: __typename constructor: __typename }', variables: {} },
    ...SHARED_DOCUMENTS.map((query) => ({
      query,
      variables: query.includes('$id')
        ? { id: full, ...RANGE, granularity: 'DAY', compare: null, compares: false }
        : {},
    })),
  ];
}

/** Documents that are refused, that fail in part, or that Yoga has to execute. */
export function awkwardDocuments({ full }: Sites): readonly Sent[] {
  const plain = (query: string): Sent => ({ query, variables: {} });
  const site = `site(id: "${full}")`;
  return [
    plain(`{ ${site} { events(pagePath: "a fault") { nodes { id } } stats { totals { botVisits } } } }`),
    plain(`{ ${site} { events(first: 5000) { nodes { id } } name } }`),
    plain(
      `{ ${site} { a: timeseries(start: "2026-02-30") { granularity } name } other: site(id: "x") { id } }`,
    ),
    plain('{ __schema { queryType { name } types { name kind } } }'),
    plain(`mutation { renameSite(id: "${full}", name: "") { id } }`),
    { ...plain('query Read { sites { id } } mutation Write { __typename }'), operationName: 'Write' },
    plain('subscription { sites }'),
    plain('{ sites { nothing } }'),
    plain('{ sites { id }'),
    plain(`{ ${'a: sites { id } '.repeat(120)} }`),
  ];
}

/** Documents made up over the schema of the product, with variables right and wrong. */
export function madeUpDocuments({ full, empty }: Sites, count: number): readonly Sent[] {
  return Array.from({ length: count }, (_, seed) => {
    const { document, variableValues } = writeRequest(schema, seed);
    const query = document
      .replaceAll('"good"', JSON.stringify(full))
      .replaceAll('"none"', JSON.stringify(RANGE.start));
    const ids = { good: full, bad: empty };
    const variables = JSON.parse(JSON.stringify(variableValues), (_name, value: unknown) => {
      return typeof value === 'string' && value in ids ? ids[value as keyof typeof ids] : value;
    }) as Sent['variables'];
    return { query, variables };
  });
}

import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, record, referral } from '../support/makers.ts';
import { ask } from './support.ts';
import { askAs, makeShared, outcomeOf } from './share.ts';

/** All that someone with a share link may ask for. Whatever is added to the schema is refused to them unless it is here. */
const SHARED = {
  Query: ['node', 'sharedView', 'site'],
  Site: [
    ...[
      'companies',
      'countries',
      'domain',
      'id',
      'name',
      'obedience',
      'pages',
      'reach',
      'stats',
      'timeseries',
    ],
  ],
  Mutation: [],
};

/** The types behind these fields, whose fields are shown with them. */
const BEHIND = [
  ...['BotCount', 'BotObedience', 'BrokenRule', 'CompanyCount', 'ConversionCount', 'CountryCount', 'Gap'],
  ...['Obedience', 'PageConnection', 'PageCount', 'PageEdge', 'PageInfo', 'PageVisits', 'Period'],
  ...['PurposeCount', 'Reach', 'ReachCount', 'ReachPage', 'ReachPageConnection', 'ReachPageEdge'],
  ...['ReachSection', 'ReferralCount', 'SharedView', 'Site', 'Stats', 'StatusCount', 'Timeseries'],
  ...['TimeseriesPoint', 'Totals', 'TotalsComparison', 'Verification'],
];

const gateway = startGateway({ sharedDocuments: 'any' });
/** The link shows these days, which end today. */
const DAYS = 'start: "2026-03-01", end: "2026-03-15"';
let shared: Awaited<ReturnType<typeof makeShared>>;

beforeAll(async () => {
  shared = await makeShared(gateway, DAYS);
  await record(gateway.db, shared.site, [
    ...['2026-02-27', '2026-02-28', '2026-03-02', '2026-03-14'].map((day) => botVisit(`${day}T12:00:00Z`)),
    botVisit('2026-03-14T12:00:00Z', { pagePath: '/other' }),
    referral('2026-03-14T13:00:00Z'),
  ]);
});

type Field = GraphQLField<unknown, unknown>;

function fieldsOf(name: keyof typeof SHARED): readonly Field[] {
  return Object.values((schema.getType(name) as GraphQLObjectType).getFields());
}

/** The field with all arguments that it needs, and those given. */
function selectionOf({ name, args, type }: Field, given: Readonly<Record<string, string>> = {}): string {
  const needed = args
    .filter((arg) => isRequiredArgument(arg))
    .map((arg) => [arg.name, valueOf(arg)] as const);
  const written = [...needed, ...Object.entries(given)].map(([arg, value]) => `${arg}: ${value}`);
  const list = written.length === 0 ? '' : `(${written.join(', ')})`;
  return `${name}${list}${isLeafType(getNamedType(type)) ? '' : ' { __typename }'}`;
}

function valueOf({ type }: GraphQLArgument): string {
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0]?.name ?? '';
  if (named.name === 'Boolean') return 'true';
  return named.name === 'ID' ? `"${shared.site.id}"` : '"shared.example"';
}

function documentOf(type: keyof typeof SHARED, selection: string): string {
  if (type === 'Query') return `{ ${selection} }`;
  return type === 'Mutation'
    ? `mutation { ${selection} }`
    : `{ site(id: "${shared.site.id}") { ${selection} } }`;
}

async function outcome(type: keyof typeof SHARED, selection: string): Promise<string> {
  return outcomeOf(await askAs(gateway, shared.viewer, documentOf(type, selection)));
}

describe('someone with a share link', () => {
  it.each(['Query', 'Site', 'Mutation'] as const)('is refused every field of %s but a few', async (type) => {
    const outcomes = new Map<string, string>();
    for (const field of fieldsOf(type)) outcomes.set(field.name, await outcome(type, selectionOf(field)));

    const done = [...outcomes].filter(([, code]) => code === 'done').map(([name]) => name);
    expect(done.toSorted()).toEqual(SHARED[type]);
    const refused = [...outcomes.values()].filter((code) => code !== 'done');
    expect(refused.filter((code) => !['NOT_SHARED', 'OWNER_REQUIRED'].includes(code))).toEqual([]);
    if (type === 'Mutation') expect(new Set(refused)).toEqual(new Set(['OWNER_REQUIRED']));
  });

  it('changes nothing by trying', async () => {
    const { owner, site } = shared;
    const { body } = await ask(gateway, owner.cookie, '{ sites { id domain name retentionDays } }');
    expect(body.data.sites).toEqual([
      { id: site.id, domain: 'shared.example', name: 'Shared', retentionDays: null },
    ]);
  });

  it('sees no more types than these', () => {
    const seen = new Set<string>();
    const visit = (type: GraphQLObjectType, names?: readonly string[]) => {
      if (names === undefined && (seen.has(type.name) || type.name === 'Site')) return;
      seen.add(type.name);
      for (const field of Object.values(type.getFields())) {
        const next = getNamedType(field.type);
        if (isObjectType(next) && names?.includes(field.name) !== false) visit(next);
      }
    };
    visit(schema.getType('Query') as GraphQLObjectType, ['sharedView']);
    visit(schema.getType('Site') as GraphQLObjectType, SHARED.Site);
    expect([...seen].filter((name) => name !== 'Query').toSorted()).toEqual(BEHIND);
  });
});

/** The fields that cover days. */
const overDays = () =>
  fieldsOf('Site').filter(
    ({ name, args }) => SHARED.Site.includes(name) && args.some((arg) => arg.name === 'start'),
  );

describe('the days of a share link', () => {
  it('bound every field that covers days, which shows those within', async () => {
    expect(overDays().map(({ name }) => name)).toHaveLength(7);
    for (const field of overDays()) {
      const over = (start: string, end: string) =>
        outcome('Site', selectionOf(field, { start: `"${start}"`, end: `"${end}"` }));
      const outcomes = [
        await over('2026-03-01', '2026-03-15'),
        await over('2026-02-28', '2026-03-15'),
        await over('2026-03-01', '2026-03-16'),
        await over('2026-02-01', '2026-02-02'),
        await over('0001-01-01', '9999-12-31'),
      ];
      expect([field.name, outcomes]).toEqual([
        field.name,
        ['done', ...Array<string>(4).fill('RANGE_NOT_SHARED')],
      ]);
    }
  });

  it('bound what they are compared with', async () => {
    const compared = overDays().filter(({ args }) => args.some(({ name }) => name === 'compare'));
    expect(compared).toHaveLength(3);
    for (const field of compared) {
      const compare = (start: string, kind: string) =>
        outcome('Site', selectionOf(field, { start: `"${start}"`, end: '"2026-03-15"', compare: kind }));
      expect([
        field.name,
        await compare('2026-03-09', 'PREVIOUS_PERIOD'),
        await compare('2026-03-08', 'PREVIOUS_PERIOD'),
        await compare('2026-03-15', 'PREVIOUS_YEAR'),
      ]).toEqual([field.name, 'done', 'RANGE_NOT_SHARED', 'RANGE_NOT_SHARED']);
    }
  });

  it('bound a cursor that somebody who sees more has got', async () => {
    const pages = (first: string) =>
      `{ site(id: "${shared.site.id}") { pages(${first}) { pageInfo { endCursor } nodes { pagePath botVisits } } } }`;
    const later = await makeShared(gateway, 'start: "2026-03-14"');
    await record(gateway.db, later.site, [
      botVisit('2026-03-10T12:00:00Z'),
      botVisit('2026-03-14T12:00:00Z', { pagePath: '/other' }),
    ]);
    const of = (first: string) => pages(first).replace(shared.site.id, later.site.id);
    const { body } = await ask(gateway, later.owner.cookie, of('first: 1'));
    const { endCursor } = body.data.site.pages.pageInfo;

    expect(outcomeOf(await askAs(gateway, later.viewer, of(`first: 1, after: "${endCursor}"`)))).toBe(
      'RANGE_NOT_SHARED',
    );
    const seen = await askAs(gateway, later.viewer, of('first: 5'));
    expect(seen.body.data.site.pages.nodes).toEqual([{ pagePath: '/other', botVisits: 1 }]);
  });
});

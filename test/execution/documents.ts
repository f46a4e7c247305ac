import {
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { createRandom } from '../../src/cli/demo/random.ts';

export type GraphqlRequest = {
  readonly document: string;
  readonly variableValues: Readonly<Record<string, unknown>>;
};

/** Arguments by field. The alias of a field says which it has, so that fields of one name have equal arguments. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  'Query.node': ['id: "good"', 'id: $id'],
  'Query.site': [
    'id: "good"',
    'id: $id',
    'id: $maybeId',
    'id: "refused"',
    'id: "unreachable"',
    'id: "error"',
    'id: 5',
  ],
  'Site.stats': ['', 'start: "refused"', 'start: $start', 'start: "none", end: null'],
  'Site.timeseries': [
    '',
    'granularity: HOUR',
    'granularity: null',
    'granularity: $granularity',
    'start: $start',
  ],
  'Site.events': ['', 'first: 4', 'first: $first, type: $type', 'type: BOT', 'after: null'],
  'Site.bot': ['name: "good"', 'name: $word', 'name: "good", start: $start'],
  'BotProfile.pages': ['', 'first: 4', 'first: $first'],
  'Reach.list': ['state: UNREAD', 'state: READ, first: $first', 'state: STALE, search: $word'],
  'BotProfile.timeseries': ['', 'granularity: HOUR', 'granularity: $granularity'],
  'Hazards.text': ['', 'given: "c"', 'given: ["d"], or: null', 'or: $first', 'given: [$word, "e"]'],
};

const VARIABLES = {
  id: { type: 'ID!', right: ['good', 'bad', 'none', 7], wrong: [null, 1.5, {}] },
  maybeId: { type: 'ID = "good"', right: ['bad', null, 3], wrong: [[]] },
  start: { type: 'Date', right: ['refused', 'none', null], wrong: [5, ['none']] },
  granularity: { type: 'Granularity', right: ['DAY', 'HOUR', null], wrong: ['YEAR', 1] },
  first: { type: 'Int = 4', right: [1, null], wrong: [2 ** 31, '1', 0.5] },
  type: { type: 'EventType', right: ['BOT', 'CONVERSION', null], wrong: ['bot'] },
  word: { type: 'String!', right: ['w', ''], wrong: [null, 1] },
  yes: { type: 'Boolean!', right: [true, false], wrong: [null, 'yes'] },
  no: { type: 'Boolean = false', right: [true, false, null], wrong: [0] },
} as const;

const CONDITIONS = [
  ...['@skip(if: $yes)', '@skip(if: $no)', '@skip(if: true)', '@skip(if: $no) @include(if: $yes)'],
  ...['@include(if: $yes)', '@include(if: $no)', '@include(if: false)'],
];

/** Types that have two fragments each; one may spread those that come after it. */
const SPREAD = ['Query', 'Site', 'Stats', 'EventConnection', 'Event', 'BotVisit', 'Conversion', 'Hazards'];
const FRAGMENTS = SPREAD.flatMap((type) => [0, 1].map((index) => ({ name: `${type}${index}`, type })));

/** A document over a schema, with variables right and wrong: the same for the same seed. */
export function writeRequest(schema: GraphQLSchema, seed: number): GraphqlRequest {
  const random = createRandom(seed);
  const below = (count: number) => Math.floor(random.next() * count);
  return writeDocument(schema, {
    pick: (values) => values[below(values.length)] as (typeof values)[number],
    oneIn: (count) => below(count) === 0,
  });
}

type Chance = {
  readonly pick: <Value>(values: readonly Value[]) => Value;
  readonly oneIn: (count: number) => boolean;
};

function writeDocument(schema: GraphQLSchema, chance: Chance): GraphqlRequest {
  const { pick, oneIn } = chance;
  const body = writeSelections(schema, 'Query', { chance, depth: 5, after: -1 });
  const text = withFragments(body, (type, index) =>
    writeSelections(schema, type, { chance, depth: 2, after: index }),
  );
  const used = Object.entries(VARIABLES).filter(([name]) => new RegExp(`\\$${name}\\b`).test(text));
  const declared = used.map(([name, { type }]) => `$${name}: ${type}`).join(', ');
  const given = used.flatMap(([name, { right, wrong }]) =>
    oneIn(8) ? [] : [[name, pick<unknown>(oneIn(20) ? wrong : right)] as const],
  );
  return {
    document: `query${declared && ` (${declared})`} ${text}`,
    variableValues: Object.fromEntries(given),
  };
}

/** A text with the fragments that it spreads, and those that they spread. */
function withFragments(body: string, writeFragment: (type: string, index: number) => string): string {
  const spread = new Set<string>();
  const texts = [body];
  for (const text of texts) {
    for (const [index, { name, type }] of FRAGMENTS.entries()) {
      if (spread.has(name) || !text.includes(`...${name} `)) continue;
      spread.add(name);
      texts.push(`fragment ${name} on ${type} ${writeFragment(type, index)}`);
    }
  }
  return texts.join('\n');
}

type Place = { readonly chance: Chance; readonly depth: number; readonly after: number };

function writeSelections(schema: GraphQLSchema, typeName: string, place: Place): string {
  const { pick, oneIn } = place.chance;
  const type = schema.getType(typeName) as GraphQLNamedOutputType;
  const selections = Array.from({ length: pick([1, 2, 3]) }, () => {
    const condition = oneIn(6) ? ` ${pick(CONDITIONS)}` : '';
    const kind = oneIn(4) ? pick(['inline', 'spread']) : 'field';
    if (kind === 'field') return writeField(schema, type, { ...place, condition });
    const fitting = fitsOf(schema, type);
    const fragments = FRAGMENTS.slice(place.after + 1).filter((fragment) => fitting.includes(fragment.type));
    if (kind === 'spread' && fragments.length > 0) return `...${pick(fragments).name} ${condition}`;
    const on = pick([...fitting, undefined]);
    return `...${on ? ` on ${on}` : ''}${condition} ${writeSelections(schema, on ?? typeName, place)}`;
  });
  return `{ ${selections.join(' ')} }`;
}

function writeField(
  schema: GraphQLSchema,
  type: GraphQLNamedOutputType,
  { condition, ...place }: Place & { readonly condition: string },
): string {
  const { pick, oneIn } = place.chance;
  const all =
    'getFields' in type ? (Object.values(type.getFields()) as GraphQLField<unknown, unknown>[]) : [];
  const fields = all.filter((field) => place.depth > 0 || isLeafType(getNamedType(field.type)));
  if (fields.length === 0 || oneIn(8)) return `__typename${condition}`;
  const { name, type: fieldType } = pick(fields);
  const variants = ARGUMENTS[`${type.name}.${name}`] ?? ['', ''];
  const variant = pick([...variants.keys()]);
  const alias = variant > 0 ? `${name}_${variant}: ` : '';
  const given = variants[variant] ?? '';
  const named = getNamedType(fieldType);
  const below = isCompositeType(named)
    ? writeSelections(schema, named.name, { ...place, depth: place.depth - 1 })
    : '';
  return `${alias}${name}${given && `(${given})`}${condition} ${below}`;
}

/** The types that a fragment on objects of a type may be for. */
function fitsOf(schema: GraphQLSchema, type: GraphQLNamedOutputType): readonly string[] {
  if (isAbstractType(type)) return [type.name, ...schema.getPossibleTypes(type).map(({ name }) => name)];
  return isObjectType(type) ? [type.name, ...type.getInterfaces().map(({ name }) => name)] : [];
}

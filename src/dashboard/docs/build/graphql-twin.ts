import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type { ArgumentKind, GraphqlTwin, TwinField } from '../operation.ts';

/** What has another name in GraphQL: fields, each within the one before. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  robots: ['robotsVersions'],
  'reach-pages': ['reach', 'list'],
};

/** How a document of GraphQL gets what an operation of REST returns, by the last part of its page's address. */
export function twinOf(schema: GraphQLSchema, slug: string): GraphqlTwin | null {
  const ofSite = schema.getType('Site');
  if (!isObjectType(ofSite)) throw new Error('the schema has no type Site');
  const plural = slug.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  // a report that names one of several has the singular
  const names = [OTHER_NAMES[slug] ?? [plural], [plural.replace(/s$/, '')]];
  const fields = names.map((path) => fieldsAlong(ofSite, path)).find((found) => found.length > 0);
  const last = fields?.at(-1);
  if (fields && last)
    return { fields: fields.map(describe), isOfASite: true, selection: selectionOf(schema, last.type) };
  const root = schema.getQueryType()?.getFields()[slug];
  // what is below a site costs units, and is not for every caller
  return root
    ? { fields: [describe(root)], isOfASite: false, selection: [leavesOf(fieldsOf(root.type))] }
    : null;
}

/** The fields with these names, each within the one before; none if there is no first one. */
function fieldsAlong(type: GraphQLOutputType, [name = '', ...inner]: readonly string[]): readonly Field[] {
  const named = getNamedType(type);
  const field = isObjectType(named) ? named.getFields()[name] : undefined;
  return field ? [field, ...fieldsAlong(field.type, inner)] : [];
}

function describe({ name, args }: Field): TwinField {
  return {
    name,
    arguments: Object.fromEntries(args.map((argument) => [argument.name, kindOf(argument.type)])),
  };
}

function kindOf(type: GraphQLInputType): ArgumentKind {
  const named = getNamedType(type);
  if (isEnumType(named)) return 'enum';
  return named.name === 'Int' ? 'number' : 'text';
}

/** How deep values are asked for, below those of the field itself. */
const DEPTH = 2;

/**
 * What needs no argument, a line each: the values of a type, and those of the types in it. A list in parts has no edges, and
 * nothing leads back to the site.
 */
function selectionOf(schema: GraphQLSchema, type: GraphQLOutputType, depth = DEPTH): readonly string[] {
  const fields = fieldsOf(type).filter(
    ({ name, type: inner }) => name !== 'edges' && getNamedType(inner).name !== 'Site',
  );
  const nested = fields.flatMap(({ name, type: inner }) => {
    const values = depth > 0 ? selectionOf(schema, inner, depth - 1) : [];
    return values.length === 0 ? [] : [`${name} { ${values.join(' ')} }`];
  });
  const leaves = leavesOf(fields);
  return [...(leaves === '' ? [] : [leaves]), ...variantsOf(schema, type), ...nested];
}

/** What the types of an interface have besides. */
function variantsOf(schema: GraphQLSchema, type: GraphQLOutputType): readonly string[] {
  const named = getNamedType(type);
  if (!isInterfaceType(named)) return [];
  return schema.getPossibleTypes(named).map((variant) => {
    const own = Object.values(variant.getFields()).filter(({ name }) => !(name in named.getFields()));
    return `... on ${variant.name} { ${leavesOf(own)} }`;
  });
}

type Field = GraphQLField<unknown, unknown>;

function fieldsOf(type: GraphQLOutputType): readonly Field[] {
  const named = getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) return [];
  return Object.values(named.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
}

function leavesOf(fields: readonly Field[]): string {
  return fields
    .filter(({ type }) => isLeafType(getNamedType(type)))
    .map(({ name }) => name)
    .join(' ');
}

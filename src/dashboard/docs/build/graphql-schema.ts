import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
  print,
} from 'graphql';

/** What the page says of a type. */
export type TypeEntry = {
  readonly name: string;
  readonly kind: string;
  readonly description: string;
  readonly members: readonly Member[];
};

/** A field, an input field or a value of an enum. */
export type Member = {
  readonly name: string;
  /** What follows its name in the schema, such as `(id: ID!): Site`. */
  readonly signature: string;
  readonly description: string;
  readonly arguments: readonly Member[];
  /** Why it should not be used any more; empty if it may be. */
  readonly deprecation: string;
};

/** All types of a schema but those of GraphQL itself: queries and mutations first, then in the order of the schema. */
export function typesOf(sdl: string): readonly TypeEntry[] {
  const schema = buildSchema(sdl);
  const roots = [schema.getQueryType(), schema.getMutationType()].filter(
    (type) => type !== null && type !== undefined,
  );
  const others = Object.values(schema.getTypeMap()).filter(
    (type) =>
      !isIntrospectionType(type) && !isSpecifiedScalarType(type) && !roots.some((root) => root === type),
  );
  return [...roots, ...others].map((type) => ({
    name: type.name,
    kind: kindOf(type),
    description: type.description ?? '',
    members: membersOf(type),
  }));
}

function kindOf(type: GraphQLNamedType): string {
  if (isObjectType(type)) {
    const [first] = type.getInterfaces();
    return first ? `type implements ${first.name}` : 'type';
  }
  if (isInterfaceType(type)) return 'interface';
  if (isEnumType(type)) return 'enum';
  if (isScalarType(type)) return 'scalar';
  return isInputObjectType(type) ? 'input' : 'union';
}

function membersOf(type: GraphQLNamedType): readonly Member[] {
  if (isEnumType(type)) return type.getValues().map((value) => memberOf(value, ''));
  if (isUnionType(type)) return type.getTypes().map(({ name }) => memberOf({ name, description: '' }, ''));
  if (isObjectType(type) || isInterfaceType(type)) return Object.values(type.getFields()).map(fieldOf);
  return isInputObjectType(type) ? Object.values(type.getFields()).map(inputOf) : [];
}

function fieldOf(field: GraphQLField<unknown, unknown>): Member {
  const names = field.args.map(({ name, type }) => `${name}: ${String(type)}`).join(', ');
  const signature = `${names === '' ? '' : `(${names})`}: ${String(field.type)}`;
  return { ...memberOf(field, signature), arguments: field.args.map(inputOf) };
}

function inputOf(input: GraphQLArgument | GraphQLInputField): Member {
  const usual = input.astNode?.defaultValue;
  return memberOf(input, `: ${String(input.type)}${usual ? ` = ${print(usual)}` : ''}`);
}

type Described = {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
};

function memberOf({ name, description, deprecationReason }: Described, signature: string): Member {
  return {
    name,
    signature,
    description: description ?? '',
    arguments: [],
    deprecation: deprecationReason ?? '',
  };
}

import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLInt,
  GraphQLList,
  type GraphQLSchema,
  isObjectType,
  parse,
  printSchema,
  visit,
} from 'graphql';

export const SEMANTIC_NON_NULL = new GraphQLDirective({
  name: 'semanticNonNull',
  description: 'The field is null only if there is an error for it.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    levels: {
      type: new GraphQLList(GraphQLInt),
      defaultValue: [0],
      description: 'The levels of lists at which this holds; 0 is the field itself.',
    },
  },
});

/** The schema as text. printSchema leaves out the directives of fields, so they are put into what it prints. */
export function printMarkedSchema(schema: GraphQLSchema): string {
  const printed = printSchema(schema);
  const ends: number[] = [];
  visit(parse(printed), {
    ObjectTypeDefinition({ name, fields = [] }) {
      const type = schema.getType(name.value);
      const known = isObjectType(type) ? type.getFields() : {};
      for (const field of fields)
        if (known[field.name.value]?.extensions[SEMANTIC_NON_NULL.name]) ends.push(field.loc?.end ?? 0);
    },
  });
  return ends.reduceRight(
    (text, end) => `${text.slice(0, end)} @${SEMANTIC_NON_NULL.name}${text.slice(end)}`,
    printed,
  );
}

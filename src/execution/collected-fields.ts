import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  getDirectiveValues,
  isAbstractType,
} from 'graphql';

/** What determines, together with the type of an object, which fields are selected of it. */
export type Selecting = {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variableValues: Readonly<Record<string, unknown>>;
};

/**
 * The fields selected of a type by their names in the response, each with all its places in the document, in the order
 * of graphql-js. Throws the error of graphql-js if a condition is null.
 */
export function collectFields(
  { schema, fragments, variableValues }: Selecting,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
): ReadonlyMap<string, readonly [FieldNode, ...FieldNode[]]> {
  const fields = new Map<string, [FieldNode, ...FieldNode[]]>();
  const spread = new Set<string>();

  function collect(selection: SelectionNode): void {
    // a skipped spread does not count as made; one that was made is not checked again
    if (selection.kind === Kind.FRAGMENT_SPREAD && spread.has(selection.name.value)) return;
    if (!isIncluded(selection, variableValues)) return;
    if (selection.kind === Kind.FIELD) addField(selection);
    else if (selection.kind === Kind.INLINE_FRAGMENT) addFragment(selection);
    else {
      spread.add(selection.name.value);
      addFragment(fragments[selection.name.value]);
    }
  }

  function addField(field: FieldNode): void {
    const name = (field.alias ?? field.name).value;
    const places = fields.get(name);
    if (places) places.push(field);
    else fields.set(name, [field]);
  }

  function addFragment(fragment: Fragment | undefined): void {
    if (fragment && appliesTo(fragment)) fragment.selectionSet.selections.forEach(collect);
  }

  function appliesTo({ typeCondition }: Fragment): boolean {
    if (typeCondition === undefined) return true;
    const condition = schema.getType(typeCondition.name.value);
    return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
  }

  for (const { selections } of selectionSets) selections.forEach(collect);
  return fields;
}

type Fragment = {
  readonly typeCondition?: NamedTypeNode | undefined;
  readonly selectionSet: SelectionSetNode;
};

function isIncluded(selection: SelectionNode, variableValues: Selecting['variableValues']): boolean {
  if (getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.['if'] !== false;
}

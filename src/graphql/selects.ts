import {
  type FieldNode,
  type GraphQLResolveInfo,
  Kind,
  type SelectionSetNode,
  getArgumentValues,
  isObjectType,
} from 'graphql';

type Place = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/** Whether anything below a field is one of these fields, whatever @skip and @include make of it. */
export function selectsAny({ fieldNodes, fragments }: Place, names: ReadonlySet<string>): boolean {
  const seen = new Set<string>();

  function isWithin(selected: SelectionSetNode | undefined): boolean {
    return (
      selected?.selections.some((selection) => {
        switch (selection.kind) {
          case Kind.FIELD:
            return names.has(selection.name.value) || isWithin(selection.selectionSet);
          case Kind.INLINE_FRAGMENT:
            return isWithin(selection.selectionSet);
          case Kind.FRAGMENT_SPREAD: {
            const { value } = selection.name;
            if (seen.has(value)) return false;
            seen.add(value);
            return isWithin(fragments[value]?.selectionSet);
          }
        }
      }) === true
    );
  }

  return fieldNodes.some(({ selectionSet }) => isWithin(selectionSet));
}

/** The fields directly below a field, whatever @skip and @include make of them. */
export function fieldsBelow({ fieldNodes, fragments }: Place): readonly FieldNode[] {
  const seen = new Set<string>();

  function fieldsIn(selected: SelectionSetNode | undefined): readonly FieldNode[] {
    return (selected?.selections ?? []).flatMap((selection) => {
      switch (selection.kind) {
        case Kind.FIELD:
          return [selection];
        case Kind.INLINE_FRAGMENT:
          return fieldsIn(selection.selectionSet);
        case Kind.FRAGMENT_SPREAD: {
          const { value } = selection.name;
          if (seen.has(value)) return [];
          seen.add(value);
          return fieldsIn(fragments[value]?.selectionSet);
        }
      }
    });
  }

  return fieldNodes.flatMap(({ selectionSet }) => fieldsIn(selectionSet));
}

/** The arguments of a field that is selected of an object type. */
export function argumentValues(
  { schema, variableValues }: Pick<GraphQLResolveInfo, 'schema' | 'variableValues'>,
  typeName: string,
  field: FieldNode,
): Readonly<Record<string, unknown>> {
  const type = schema.getType(typeName);
  const definition = isObjectType(type) ? type.getFields()[field.name.value] : undefined;
  return definition === undefined ? {} : getArgumentValues(definition, field, variableValues);
}

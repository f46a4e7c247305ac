import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Whether anything below a field is one of these fields, whatever @skip and @include make of it. */
export function selectsAny(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
  names: ReadonlySet<string>,
): boolean {
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

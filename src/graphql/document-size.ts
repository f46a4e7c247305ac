import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** The size of a document with its fragments expanded: the largest of any operation or fragment in it. */
export type DocumentSize = {
  /** Levels of nested fields, without those below __schema and __type. */
  readonly depth: number;
  readonly fields: number;
  readonly aliases: number;
};

const NOTHING: DocumentSize = { depth: 0, fields: 0, aliases: 0 };

/** Measures each fragment once, however often it is spread. Validation refuses cycles; here one ends after a round. */
export function measureDocument(document: DocumentNode): DocumentSize {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const measured = new Map<string, DocumentSize>();

  function sizeOfDefinition(definition: DefinitionNode): DocumentSize {
    if (definition.kind === Kind.OPERATION_DEFINITION) return sizeOfSelections(definition.selectionSet);
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) return NOTHING;
    // the depth of a fragment depends on where it is spread
    return { ...sizeOfFragment(definition.name.value), depth: 0 };
  }

  function sizeOfFragment(name: string): DocumentSize {
    const known = measured.get(name);
    if (known) return known;
    measured.set(name, NOTHING); // found by a fragment that spreads itself
    const size = sizeOfSelections(fragments.get(name)?.selectionSet);
    measured.set(name, size);
    return size;
  }

  function sizeOfSelections(selections: SelectionSetNode | undefined): DocumentSize {
    return selections?.selections.map(sizeOfSelection).reduce(beside, NOTHING) ?? NOTHING;
  }

  function sizeOfSelection(selection: SelectionNode): DocumentSize {
    switch (selection.kind) {
      case Kind.FRAGMENT_SPREAD:
        return sizeOfFragment(selection.name.value);
      case Kind.INLINE_FRAGMENT:
        return sizeOfSelections(selection.selectionSet);
      case Kind.FIELD: {
        const inner = sizeOfSelections(selection.selectionSet);
        return {
          depth: 1 + (isIntrospection(selection.name.value) ? 0 : inner.depth),
          fields: 1 + inner.fields,
          aliases: (selection.alias ? 1 : 0) + inner.aliases,
        };
      }
    }
  }

  return document.definitions.map(sizeOfDefinition).reduce(larger, NOTHING);
}

/** graphql-js limits the depth of introspection itself, and the standard introspection query exceeds our limit. */
function isIntrospection(fieldName: string): boolean {
  return fieldName === '__schema' || fieldName === '__type';
}

function beside(one: DocumentSize, other: DocumentSize): DocumentSize {
  return {
    depth: Math.max(one.depth, other.depth),
    fields: one.fields + other.fields,
    aliases: one.aliases + other.aliases,
  };
}

function larger(one: DocumentSize, other: DocumentSize): DocumentSize {
  return {
    depth: Math.max(one.depth, other.depth),
    fields: Math.max(one.fields, other.fields),
    aliases: Math.max(one.aliases, other.aliases),
  };
}

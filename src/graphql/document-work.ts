import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** What validation has to do for a document, as far as it grows faster than the document. */
export type DocumentWork = {
  /** Fields, inline fragments and spreads of the whole document. What a fragment holds counts once for each spread. */
  readonly selections: number;
  /** Pairs of fields with one name in one place, which validation compares with each other. */
  readonly pairs: number;
  /** Names of fragments, whether there is such a fragment or not: validation compares each with each. */
  readonly fragments: number;
};

export type WorkBounds = DocumentWork;

/** A selection set, and the fragments that it is in, of which none is entered again. */
type Place = { readonly set: SelectionSetNode; readonly within: Within };
type Within = { readonly name: string; readonly outer: Within } | undefined;

/** Measures a document, and stops early when a measure exceeds its bound. */
export function measureWork(document: DocumentNode, bounds: WorkBounds): DocumentWork {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const names = new Set(fragments.keys());
  let [selections, pairs] = [0, 0];
  const isBeyond = () =>
    selections > bounds.selections || pairs > bounds.pairs || names.size > bounds.fragments;

  /** Adds up the fields that are merged into one set, then those below each name. */
  function walk(places: readonly Place[]): void {
    const fields = new Map<string, { count: number; readonly below: Place[] }>();
    for (const { set, within } of places) collect(set, within, fields);
    for (const { count, below } of fields.values()) {
      pairs += (count * (count - 1)) / 2;
      if (isBeyond()) return;
      walk(below);
    }
  }

  function collect(set: SelectionSetNode, within: Within, fields: Fields): void {
    for (const selection of set.selections) {
      if (isBeyond()) return;
      selections += 1;
      if (selection.kind === Kind.FRAGMENT_SPREAD) names.add(selection.name.value);
      const inner = innerOf(selection, within, fragments);
      if (selection.kind === Kind.FIELD) add(fields, (selection.alias ?? selection.name).value, inner);
      else if (inner) collect(inner.set, inner.within, fields);
    }
  }

  for (const definition of document.definitions) if (hasSelections(definition)) walk([placeOf(definition)]);
  return { selections, pairs, fragments: names.size };
}

type Fields = Map<string, { count: number; readonly below: Place[] }>;

function add(fields: Fields, name: string, below: Place | undefined): void {
  const field = fields.get(name) ?? { count: 0, below: [] };
  field.count += 1;
  if (below) field.below.push(below);
  fields.set(name, field);
}

/** What is below a selection; undefined for a field without selections, and for a fragment that is unknown or open already. */
function innerOf(
  selection: SelectionNode,
  within: Within,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Place | undefined {
  if (selection.kind !== Kind.FRAGMENT_SPREAD)
    return selection.selectionSet && { set: selection.selectionSet, within };
  const name = selection.name.value;
  const fragment = fragments.get(name);
  if (fragment === undefined || isWithin(name, within)) return undefined;
  return { set: fragment.selectionSet, within: { name, outer: within } };
}

function isWithin(name: string, within: Within): boolean {
  for (let at = within; at; at = at.outer) if (at.name === name) return true;
  return false;
}

type Executable = Extract<DefinitionNode, { readonly selectionSet: SelectionSetNode }>;

function hasSelections(definition: DefinitionNode): definition is Executable {
  return definition.kind === Kind.OPERATION_DEFINITION || definition.kind === Kind.FRAGMENT_DEFINITION;
}

function placeOf(definition: Executable): Place {
  const isFragment = definition.kind === Kind.FRAGMENT_DEFINITION;
  const within = isFragment ? { name: definition.name.value, outer: undefined } : undefined;
  return { set: definition.selectionSet, within };
}

import {
  type DirectiveNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Selecting } from './collected-fields.ts';
import { type CompiledOperation, NotCompilable, compileOperation } from './compiled-operation.ts';

/** The compiled operations of a document. */
export type KnownDocument = {
  readonly fragments: Selecting['fragments'];
  /** One of its operations, for these variables; undefined if graphql-js must execute it. */
  readonly find: (
    operation: OperationDefinitionNode,
    variableValues: Selecting['variableValues'],
  ) => CompiledOperation | undefined;
};

const NULL_CONDITION = 'A variable of @skip or @include must not be null.';

/**
 * Compiled fields kept of a document per token of its text; 0.4 is usual. Without a limit, fragments that are spread
 * often and conditions that change would let a short text take much memory.
 */
const FIELDS_PER_TOKEN = 1;
/** An operation takes as much as so many fields, besides those that it has. */
const FIELDS_OF_ANY = 3;
/** Even the shortest document has room for an operation. */
const ROOM_OF_ANY = 2 * FIELDS_OF_ANY;

/**
 * Compiles an operation once for each combination of its @skip and @include conditions, and keeps it while there is
 * room. `find` throws a GraphQLError if a condition is null.
 */
export function studyDocument(schema: GraphQLSchema, document: DocumentNode): KnownDocument {
  const fragments = fragmentsOf(document);
  const conditions = conditionsOf(document);
  const compiled = new Map<string, CompiledOperation>();
  let room = ROOM_OF_ANY + (document.tokenCount ?? 0) * FIELDS_PER_TOKEN;

  return {
    fragments,
    find(operation, variableValues) {
      const choices = conditions.map((name) => variableValues[name]);
      if (choices.includes(null)) throw new GraphQLError(NULL_CONDITION, { nodes: operation });
      const key = [operation.name?.value, ...choices].join(' ');
      const known = compiled.get(key);
      if (known) return known;
      const found = tryToCompile({ schema, fragments, variableValues }, operation);
      const taken = found ? FIELDS_OF_ANY + found.size + choices.length : Infinity;
      if (found && taken <= room) {
        compiled.set(key, found);
        room -= taken;
      }
      return found;
    },
  };
}

function tryToCompile(...given: Parameters<typeof compileOperation>): CompiledOperation | undefined {
  try {
    return compileOperation(...given);
  } catch (error) {
    if (error instanceof NotCompilable) return undefined;
    throw error;
  }
}

function fragmentsOf({ definitions }: DocumentNode): Selecting['fragments'] {
  const fragments = Object.create(null) as Record<string, FragmentDefinitionNode>;
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  }
  return fragments;
}

/** The variables of @skip and @include, which determine the fields. */
function conditionsOf({ definitions }: DocumentNode): readonly string[] {
  const names = new Set<string>();

  function addNames({ selections }: SelectionSetNode): void {
    for (const selection of selections) {
      selection.directives?.filter(isCondition).forEach(addName);
      if (selection.kind !== Kind.FRAGMENT_SPREAD && selection.selectionSet) addNames(selection.selectionSet);
    }
  }

  function addName({ arguments: [condition] = [] }: DirectiveNode): void {
    if (condition?.value.kind === Kind.VARIABLE) names.add(condition.value.name.value);
  }

  for (const definition of definitions) {
    if ('selectionSet' in definition) addNames(definition.selectionSet);
  }
  return [...names];
}

function isCondition({ name }: DirectiveNode): boolean {
  return name.value === GraphQLSkipDirective.name || name.value === GraphQLIncludeDirective.name;
}

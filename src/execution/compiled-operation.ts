import {
  type ExecutionResult,
  type FieldNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  OperationTypeNode,
  type OperationDefinitionNode,
  TypeNameMetaFieldDef,
  defaultFieldResolver,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { type Selecting, collectFields } from './collected-fields.ts';
import {
  type SelectedField,
  type Complete,
  type CompiledField,
  type Completion,
  type Data,
  type Run,
  completeFields,
  isPromise,
} from './compiled-fields.ts';
import {
  completeAbstract,
  completeLeaf,
  completeList,
  completeNonNull,
  completeObject,
} from './compiled-types.ts';
import { FieldErrors } from './field-errors.ts';

export type CompiledOperation = {
  /** The number of its fields, counted once for each type of object that may have them. */
  readonly size: number;
  readonly run: (run: Omit<Run, 'errors'>) => ExecutionResult | Promise<ExecutionResult>;
};

/** Thrown for what only graphql-js can execute: introspection, mutations, subscriptions, and more fields than allowed. */
export class NotCompilable extends Error {}

/** Resolves once what graphql-js looks up in every run: the fields of each object, their types and resolvers. */
export function compileOperation(
  selecting: Selecting,
  operation: OperationDefinitionNode,
  maxSize: number,
): CompiledOperation {
  let size = 0;

  function compileFields(type: GraphQLObjectType, places: readonly Place[]): readonly CompiledField[] {
    if (type.isTypeOf) throw new NotCompilable();
    const sets = places.flatMap(({ selectionSet }) => selectionSet ?? []);
    return Array.from(collectFields(selecting, type, sets), ([name, nodes]) =>
      compileField(name, { parentType: type, definition: definitionOf(type, nodes[0]), places: nodes }),
    );
  }

  function compileField(name: string, field: SelectedField): CompiledField {
    // a plain object cannot have this name
    if (name === '__proto__' || ++size > maxSize) throw new NotCompilable();
    const { parentType, definition, places } = field;
    const { type, resolve = defaultFieldResolver } = definition;
    const { isNullable, complete } = compileCompletion(type, field);
    return { name, parentType, definition, places, resolve, isNullable, complete };
  }

  function compileCompletion(type: GraphQLOutputType, field: SelectedField): Completion {
    return { places: field.places, isNullable: !isNonNullType(type), complete: compileType(type, field) };
  }

  function compileType(type: GraphQLOutputType, field: SelectedField): Complete {
    if (isNonNullType(type)) return completeNonNull(compileType(type.ofType, field), field);
    if (isListType(type)) return completeList(compileCompletion(type.ofType, field), field);
    if (isLeafType(type)) return completeLeaf(type);
    if (isObjectType(type)) return completeObject(compileFields(type, field.places));
    if (!type.resolveType) throw new NotCompilable();
    const possible = selecting.schema.getPossibleTypes(type);
    const fieldsByType = possible.map((each) => [each.name, compileFields(each, field.places)] as const);
    return completeAbstract(type, type.resolveType, field, new Map(fieldsByType));
  }

  const type = selecting.schema.getQueryType();
  if (operation.operation !== OperationTypeNode.QUERY || !type) throw new NotCompilable();
  const fields = compileFields(type, [operation]);
  return { size, run: (run) => runFields({ ...run, errors: new FieldErrors() }, fields) };
}

type Place = Pick<FieldNode, 'selectionSet'>;

function definitionOf(type: GraphQLObjectType, { name }: FieldNode): GraphQLField<unknown, unknown> {
  const definition =
    name.value === TypeNameMetaFieldDef.name ? TypeNameMetaFieldDef : type.getFields()[name.value];
  if (definition) return definition;
  throw new NotCompilable();
}

function runFields(run: Run, fields: readonly CompiledField[]): ExecutionResult | Promise<ExecutionResult> {
  try {
    const data = completeFields(run, fields, run.rootValue, undefined);
    if (!isPromise(data)) return resultOf(run, data);
    return data.then(
      (awaited) => resultOf(run, awaited),
      (error: unknown) => failWhole(run, error),
    );
  } catch (error) {
    return failWhole(run, error);
  }
}

/** Errors that leave a field are GraphQLErrors with a location. */
function failWhole(run: Run, error: unknown): ExecutionResult {
  run.errors.add(error as GraphQLError, undefined);
  return resultOf(run, null);
}

function resultOf({ errors: { found } }: Run, data: Data | null): ExecutionResult {
  return found.length === 0 ? { data } : { errors: found, data };
}

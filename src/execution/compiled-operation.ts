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
  type AskedField,
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
  /** The fields it keeps, each counted for every type of object that may be asked for it. */
  readonly size: number;
  readonly run: (given: Omit<Run, 'errors'>) => ExecutionResult | Promise<ExecutionResult>;
};

/** What only graphql-js can run: introspection, what is no query, and what takes more fields than allowed. */
export class NotCompilable extends Error {}

/** Finds once what graphql-js looks for in every run: the fields of each object, their types and resolvers. */
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

  function compileField(name: string, field: AskedField): CompiledField {
    // a plain object cannot have it
    if (name === '__proto__' || ++size > maxSize) throw new NotCompilable();
    const { parentType, definition, places } = field;
    const { type, resolve = defaultFieldResolver } = definition;
    const { isNullable, complete } = compileCompletion(type, field);
    return { name, parentType, definition, places, resolve, isNullable, complete };
  }

  function compileCompletion(type: GraphQLOutputType, field: AskedField): Completion {
    return { places: field.places, isNullable: !isNonNullType(type), complete: compileType(type, field) };
  }

  function compileType(type: GraphQLOutputType, field: AskedField): Complete {
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
  return { size, run: (given) => runFields({ ...given, errors: new FieldErrors() }, fields) };
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
    if (!isPromise(data)) return answer(run, data);
    return data.then(
      (awaited) => answer(run, awaited),
      (error: unknown) => answerNothing(run, error),
    );
  } catch (error) {
    return answerNothing(run, error);
  }
}

/** Only errors that have their place leave a field. */
function answerNothing(run: Run, error: unknown): ExecutionResult {
  run.errors.add(error as GraphQLError, undefined);
  return answer(run, null);
}

function answer({ errors: { found } }: Run, data: Data | null): ExecutionResult {
  return found.length === 0 ? { data } : { errors: found, data };
}

import {
  type ExecutionResult,
  type FieldNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  OperationTypeNode,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  locatedError,
} from 'graphql';
import { type AnswerBounds, AnswerSize } from './answer-size.ts';
import { type Selecting, collectFields } from './collected-fields.ts';
import {
  type SelectedField,
  type Complete,
  type CompiledField,
  type Completion,
  type Data,
  type Run,
  completeFields,
  completeInTurn,
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
import { requireSmallAnswer } from './largest-answer.ts';

export type CompiledOperation = {
  /** The number of its fields, counted once for each type of object that may have them. */
  readonly size: number;
  readonly run: (
    run: Omit<Run, 'errors' | 'size'>,
    limits: RunLimits,
  ) => ExecutionResult | Promise<ExecutionResult>;
};

type RunLimits = { readonly bounds: AnswerBounds; readonly runLarge: RunLarge };

/** Builds a response of many rows when it is its caller's turn. If it rejects, nothing was executed. */
export type RunLarge = (
  contextValue: unknown,
  build: () => Promise<ExecutionResult>,
) => Promise<ExecutionResult>;

/** Thrown for what only graphql-js can refuse, such as subscriptions. */
export class NotCompilable extends Error {}

/** Resolves once what graphql-js looks up in every run: the fields of each object, their types and resolvers. */
export function compileOperation(
  selecting: Selecting,
  operation: OperationDefinitionNode,
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
    size++;
    const { parentType, definition, places } = field;
    const { type, resolve = defaultFieldResolver } = definition;
    const below = compileBelow(getNamedType(type), places);
    const completion = compileCompletion(type, { ...field, below });
    const isLeaf = isLeafType(getNullableType(type));
    return { name, parentType, definition, resolve, below, isLeaf, ...completion };
  }

  function compileBelow(type: GraphQLNamedOutputType, places: readonly Place[]): CompiledField['below'] {
    if (isLeafType(type)) return [];
    const possible = isObjectType(type) ? [type] : selecting.schema.getPossibleTypes(type);
    return possible.map((each) => compileFields(each, places));
  }

  function compileCompletion(type: GraphQLOutputType, field: Below): Completion {
    const isNullable = !isNonNullType(type);
    const isRefusable = isNullable && field.below.length > 0 && !field.parentType.name.startsWith('__');
    return { places: field.places, isNullable, isRefusable, complete: compileType(type, field) };
  }

  function compileType(type: GraphQLOutputType, field: Below): Complete {
    if (isNonNullType(type)) return completeNonNull(compileType(type.ofType, field), field);
    if (isListType(type)) return completeList(compileCompletion(type.ofType, field), field);
    if (isLeafType(type)) return completeLeaf(type);
    if (isObjectType(type)) return completeObject(field.below[0] ?? []);
    if (!type.resolveType) throw new NotCompilable();
    const possible = selecting.schema.getPossibleTypes(type);
    const byType = possible.map(
      ({ name }, index) => [name, completeObject(field.below[index] ?? [])] as const,
    );
    return completeAbstract(type, type.resolveType, field, new Map(byType));
  }

  const type = selecting.schema.getRootType(operation.operation);
  if (operation.operation === OperationTypeNode.SUBSCRIPTION || !type) throw new NotCompilable();
  const fields = compileFields(type, [operation]);
  return { size, run: (given, limits) => runWithin(limits, given, fields) };
}

type Below = SelectedField & Pick<CompiledField, 'below'>;
type Place = Pick<FieldNode, 'selectionSet'>;

/** Responses that hold more rows than this take so much memory that not all may be built at once. */
const MANY_ROWS = 2_000;

/** Validation allows the first two on the query type alone. */
const META_FIELDS: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map((field) => [field.name, field]),
);

function definitionOf(type: GraphQLObjectType, { name }: FieldNode): GraphQLField<unknown, unknown> {
  const definition = META_FIELDS.get(name.value) ?? type.getFields()[name.value];
  if (definition) return definition;
  throw new NotCompilable();
}

function runWithin(
  { bounds, runLarge }: RunLimits,
  given: Parameters<CompiledOperation['run']>[0],
  fields: readonly CompiledField[],
): ExecutionResult | Promise<ExecutionResult> {
  const run: Run = { ...given, errors: new FieldErrors(bounds), size: new AnswerSize(bounds) };
  try {
    const { rows } = requireSmallAnswer(run, fields, bounds);
    if (rows <= MANY_ROWS) return runFields(run, fields);
    return runLarge(run.contextValue, async () => runFields(run, fields)).catch(refuseWhole);
  } catch (error) {
    return refuseWhole(error);
  }
}

/** Nothing was executed, so there is no data, not even null. */
function refuseWhole(thrown: unknown): ExecutionResult {
  return { errors: [locatedError(thrown, undefined)] };
}

function runFields(run: Run, fields: readonly CompiledField[]): ExecutionResult | Promise<ExecutionResult> {
  try {
    const isMutation = run.operation.operation === OperationTypeNode.MUTATION;
    const data = isMutation
      ? completeInTurn(run, fields)
      : completeFields(run, fields, run.rootValue, undefined);
    if (!isPromise(data)) return resultOf(run, data);
    return data.then(
      (awaited) => resultOf(run, awaited),
      (error: unknown) => failWhole(run, error),
    );
  } catch (error) {
    return failWhole(run, error);
  }
}

/** Errors that leave a field are GraphQLErrors. */
function failWhole(run: Run, error: unknown): ExecutionResult {
  if (run.errors.isFull) return { errors: [run.errors.tooMany()], data: null };
  run.errors.add(error as GraphQLError, undefined);
  return resultOf(run, null);
}

function resultOf({ errors: { found } }: Run, data: Data | null): ExecutionResult {
  return found.length === 0 ? { data } : { errors: found, data };
}

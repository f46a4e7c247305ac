import {
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  isObjectType,
} from 'graphql';
import { bytesOfNames } from './answer-size.ts';
import {
  type Run,
  type SelectedField,
  type Complete,
  type CompiledField,
  type Completion,
  completeFields,
  completeValue,
  isPromise,
  ResolveInfo,
} from './compiled-fields.ts';
import type { Path } from './field-errors.ts';
import { nextTurn } from './turns.ts';

// Error messages are those of graphql-js.

export function completeNonNull(complete: Complete, field: SelectedField): Complete {
  const nothing = `Cannot return null for non-nullable field ${coordinate(field)}.`;
  return (run, value, path) => {
    const completed = complete(run, value, path);
    if (completed === null) throw new Error(nothing);
    return completed;
  };
}

export function completeLeaf(type: GraphQLLeafType): Complete {
  return (run, value) => {
    if (isNothing(value)) return null;
    const serialized: unknown = type.serialize(value);
    run.size.addLeaf(serialized);
    if (serialized !== null && serialized !== undefined) return serialized;
    throw new Error(
      `Expected \`${type.name}.serialize(${JSON.stringify(value)})\` to return non-nullable value, ` +
        `returned: ${String(serialized)}`,
    );
  };
}

export function completeObject(fields: readonly CompiledField[]): Complete {
  const bytes = bytesOfNames(fields);
  const isIntrospection = fields[0]?.parentType.name.startsWith('__') === true;
  return (run, value, path) => {
    if (isNothing(value)) return null;
    run.size.add(fields.length, bytes);
    if (isIntrospection) run.size.addIntrospected(fields.length);
    return completeFields(run, fields, value, path);
  };
}

export function completeList(item: Completion, field: SelectedField): Complete {
  return (run, list, prev) => {
    if (isNothing(list)) return null;
    if (!isIterable(list)) {
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${coordinate(field)}".`);
    }
    const filling: Filling = {
      run,
      item,
      prev,
      values: list[Symbol.iterator](),
      completed: [],
      waits: false,
    };
    if (!fill(filling)) return fillInTurns(filling);
    return filling.waits ? Promise.all(filling.completed) : filling.completed;
  };
}

/** A list on its way into the response. */
type Filling = {
  readonly run: Run;
  readonly item: Completion;
  readonly prev: Path;
  readonly values: Iterator<unknown>;
  readonly completed: unknown[];
  waits: boolean;
};

/** Completes items until the list ends, which it returns, or the run's turn of the event loop is over. */
function fill(filling: Filling): boolean {
  const { run, item, prev, values, completed } = filling;
  while (!run.size.isTurnOver) {
    const next = values.next();
    if (next.done) return true;
    run.size.add(1, 1);
    const path: Path = { prev, key: completed.length, typename: undefined };
    const value = completeValue(run, item, next.value, path);
    completed.push(value);
    if (isPromise(value)) filling.waits = true;
  }
  return false;
}

async function fillInTurns(filling: Filling): Promise<readonly unknown[]> {
  do {
    await nextTurn();
    filling.run.size.beginTurn();
  } while (!fill(filling));
  return Promise.all(filling.completed);
}

/** How to complete an interface or union, by the name of the object type. */
export type FieldsByType = ReadonlyMap<string, Complete>;

export function completeAbstract(
  type: GraphQLAbstractType,
  resolveType: GraphQLTypeResolver<unknown, unknown>,
  field: SelectedField,
  fieldsByType: FieldsByType,
): Complete {
  return (run, value, path) => {
    if (isNothing(value)) return null;
    const completeAs = (name: string | undefined) => {
      const complete = name === undefined ? undefined : fieldsByType.get(name);
      if (complete === undefined) throw noTypeOf(type, name, field, run.schema);
      return complete(run, value, path);
    };
    const { prev, key } = pathOfField(path);
    const name = resolveType(value, run.contextValue, new ResolveInfo(run, field, prev, key), type);
    return isPromise(name) ? name.then(completeAs) : completeAs(name);
  };
}

function noTypeOf(
  type: GraphQLAbstractType,
  name: string | undefined,
  field: SelectedField,
  schema: GraphQLSchema,
): GraphQLError {
  return new GraphQLError(noTypeMessage(type, name, coordinate(field), schema), { nodes: field.places });
}

function noTypeMessage(
  { name: abstract }: GraphQLAbstractType,
  name: string | undefined,
  coordinate: string,
  schema: GraphQLSchema,
): string {
  // a resolver may return null although its type does not say so
  if ((name ?? undefined) === undefined) {
    return (
      `Abstract type "${abstract}" must resolve to an Object type at runtime for field "${coordinate}". Either the ` +
      `"${abstract}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`
    );
  }
  const found = schema.getType(String(name));
  if (found === undefined) {
    return `Abstract type "${abstract}" was resolved to a type "${String(name)}" that does not exist inside the schema.`;
  }
  if (isObjectType(found))
    return `Runtime Object type "${found.name}" is not a possible type for "${abstract}".`;
  return `Abstract type "${abstract}" was resolved to a non-object type "${found.name}".`;
}

/** The type of a list item is resolved with the path of its field. */
function pathOfField(path: Path): Path {
  let found = path;
  while (typeof found.key === 'number' && found.prev !== undefined) found = found.prev;
  return found;
}

/** Throws an error that a resolver returned. */
function isNothing(value: unknown): value is null | undefined {
  if (value instanceof Error) throw value;
  return value === null || value === undefined;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

function coordinate({ parentType, definition }: SelectedField): string {
  return `${parentType.name}.${definition.name}`;
}

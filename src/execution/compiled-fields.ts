import {
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  locatedError,
  responsePathAsArray,
} from 'graphql';
import { type AnswerSize, AnswerTooLarge } from './answer-size.ts';
import type { FieldErrors, Path } from './field-errors.ts';

/** A field that a document selects of one type of object. */
export type SelectedField = {
  readonly parentType: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, unknown>;
  /** Its places in the document; the first one has its arguments. */
  readonly places: readonly [FieldNode, ...FieldNode[]];
};

/** How to complete the value of a field, or of one item of its list. */
export type Completion = Pick<SelectedField, 'places'> & {
  readonly isNullable: boolean;
  /** Whether null can stand for it when the response becomes too large: a leaf would leave too many errors. */
  readonly isRefusable: boolean;
  readonly complete: Complete;
};

/** Turns the value of a resolver into that of the response; throws, or rejects, if it does not fit the type. */
export type Complete = (run: Run, value: unknown, path: Path) => unknown;

export type CompiledField = SelectedField &
  Completion & {
    /** Its name in the response. */
    readonly name: string;
    readonly resolve: GraphQLFieldResolver<unknown, unknown>;
    readonly isLeaf: boolean;
    /** The fields of each type of object that it may hold; none for a leaf. */
    readonly below: readonly (readonly CompiledField[])[];
  };

export type Data = Record<string, unknown>;

/** One run of an operation. */
export type Run = Pick<
  GraphQLResolveInfo,
  'schema' | 'fragments' | 'operation' | 'rootValue' | 'variableValues'
> & {
  readonly contextValue: unknown;
  readonly errors: FieldErrors;
  readonly size: AnswerSize;
};

/** The data of one object. It awaits where graphql-js does, so that calls and errors have the same order. */
export function completeFields(
  run: Run,
  fields: readonly CompiledField[],
  source: unknown,
  prev: Path | undefined,
): Data | Promise<Data> {
  const data: Data = {};
  let waits = false;
  try {
    for (const field of fields) {
      const value = completeField(run, field, source, prev);
      setField(data, field.name, value);
      if (isPromise(value)) waits = true;
    }
  } catch (error) {
    if (!waits) throw error;
    // siblings under way may fail too, and nothing else awaits them
    return settle(data).finally(() => {
      throw error;
    });
  }
  return waits ? settle(data) : data;
}

/** The data of a mutation: each field is complete before the next one starts. After one that fails, none does. */
export async function completeInTurn(run: Run, fields: readonly CompiledField[]): Promise<Data> {
  const data: Data = {};
  for (const field of fields)
    setField(data, field.name, await completeField(run, field, run.rootValue, undefined));
  return data;
}

/** A plain assignment of this name would set the prototype. */
function setField(data: Data, name: string, value: unknown): void {
  if (name !== '__proto__') data[name] = value;
  else Object.defineProperty(data, name, { value, enumerable: true, writable: true, configurable: true });
}

async function settle(data: Data): Promise<Data> {
  const values = await Promise.all(Object.values(data));
  return Object.fromEntries(Object.keys(data).map((name, index) => [name, values[index]]));
}

const NO_ARGUMENTS = Object.freeze({});

/** Leaves have nothing below that needs their path, so it is only made if they fail. */
const NOWHERE: Path = { prev: undefined, key: '', typename: undefined };

function completeField(run: Run, field: CompiledField, source: unknown, prev: Path | undefined): unknown {
  const { definition, places } = field;
  const info = new ResolveInfo(run, field, prev, field.name);
  let value: unknown;
  try {
    const args =
      definition.args.length > 0
        ? getArgumentValues(definition, places[0], run.variableValues)
        : NO_ARGUMENTS;
    value = field.resolve(source, args, run.contextValue, info);
    if (field.isLeaf && !isPromise(value)) return field.complete(run, value, NOWHERE);
  } catch (error) {
    return failed(run, field, error, info.path);
  }
  return completeValue(run, field, value, info.path);
}

/** Completes a value that may be a promise. An error makes it null, or its parent if the type is non-null. */
export function completeValue(run: Run, completion: Completion, value: unknown, path: Path): unknown {
  try {
    const completed = isPromise(value)
      ? value.then((awaited) => completion.complete(run, awaited, path))
      : completion.complete(run, value, path);
    if (!isPromise(completed)) return completed;
    return completed.then(undefined, (error: unknown) => failed(run, completion, error, path));
  } catch (error) {
    return failed(run, completion, error, path);
  }
}

function failed(run: Run, completion: Completion, error: unknown, path: Path): null {
  const { places, isNullable, isRefusable } = completion;
  if (run.errors.isFull) throw error;
  if (error instanceof AnswerTooLarge && !isRefusable) throw error;
  const located = locatedError(error, places, responsePathAsArray(path));
  if (!isNullable) throw located;
  run.errors.add(located, path);
  return null;
}

/** What a resolver may know of its place. Every value of a response has one, so it only refers to the rest. */
export class ResolveInfo implements GraphQLResolveInfo {
  readonly #run: Run;
  readonly #field: SelectedField;
  readonly #prev: Path | undefined;
  readonly #key: Path['key'];
  #path: Path | undefined;

  constructor(run: Run, field: SelectedField, prev: Path | undefined, key: Path['key']) {
    this.#run = run;
    this.#field = field;
    this.#prev = prev;
    this.#key = key;
  }

  get path() {
    return (this.#path ??= { prev: this.#prev, key: this.#key, typename: this.#field.parentType.name });
  }

  get fieldName() {
    return this.#field.definition.name;
  }

  get fieldNodes() {
    return this.#field.places;
  }

  get returnType() {
    return this.#field.definition.type;
  }

  get parentType() {
    return this.#field.parentType;
  }

  get schema() {
    return this.#run.schema;
  }

  get fragments() {
    return this.#run.fragments;
  }

  get rootValue() {
    return this.#run.rootValue;
  }

  get operation() {
    return this.#run.operation;
  }

  get variableValues() {
    return this.#run.variableValues;
  }
}

export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

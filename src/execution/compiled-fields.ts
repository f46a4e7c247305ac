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
import { JsonWriter, type Written } from './json-text.ts';

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

/** Writes the value of a resolver as that of the response; throws, or rejects, if it does not fit the type. */
export type Complete = (run: Run, value: unknown, path: Path) => Written;

export type CompiledField = SelectedField &
  Completion & {
    /** Its name in the response. */
    readonly name: string;
    /** What stands before its value in the response: the name, and the comma after the field before it. */
    readonly label: string;
    readonly resolve: GraphQLFieldResolver<unknown, unknown>;
    readonly isLeaf: boolean;
    /** The fields of each type of object that it may hold; none for a leaf. */
    readonly below: readonly (readonly CompiledField[])[];
  };

/** One run of an operation. */
export type Run = Pick<
  GraphQLResolveInfo,
  'schema' | 'fragments' | 'operation' | 'rootValue' | 'variableValues'
> & {
  readonly contextValue: unknown;
  readonly errors: FieldErrors;
  readonly size: AnswerSize;
};

/** The text of one object. It awaits where graphql-js does, so that calls and errors have the same order. */
export function completeFields(
  run: Run,
  fields: readonly CompiledField[],
  source: unknown,
  prev: Path | undefined,
): string | Promise<string> {
  const object = new JsonWriter('{');
  try {
    for (const field of fields) object.add(field.label, completeField(run, field, source, prev));
  } catch (error) {
    if (!object.waits) throw error;
    // siblings under way may fail too, and nothing else awaits them
    return settle(object).finally(() => {
      throw error;
    });
  }
  return object.waits ? settle(object) : object.end('}');
}

/** The text of a mutation: each field is complete before the next one starts. After one that fails, none does. */
export async function completeInTurn(run: Run, fields: readonly CompiledField[]): Promise<string> {
  const object = new JsonWriter('{');
  for (const field of fields)
    object.add(field.label, await completeField(run, field, run.rootValue, undefined));
  return object.end('}');
}

async function settle(object: JsonWriter): Promise<string> {
  return await object.end('}');
}

const NO_ARGUMENTS = Object.freeze({});

/** Leaves have nothing below that needs their path, so it is only made if they fail. */
const NOWHERE: Path = { prev: undefined, key: '', typename: undefined };

function completeField(run: Run, field: CompiledField, source: unknown, prev: Path | undefined): Written {
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
export function completeValue(run: Run, completion: Completion, value: unknown, path: Path): Written {
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

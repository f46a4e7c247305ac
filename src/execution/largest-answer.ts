import { getArgumentValues, getNullableType, isListType } from 'graphql';
import { type AnswerBounds, bytesOfNames, tooLarge, tooManyOfAnItem } from './answer-size.ts';
import type { CompiledField, Run } from './compiled-fields.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** The lengths of lists by the names of their fields. A list with arguments of its own has a function of these. */
type Lengths = Readonly<Record<string, number | ((args: Arguments) => number)>>;

/** The lengths of the list fields below a field, where its arguments decide them. */
export type ListLengths = (args: Arguments, contextValue: unknown) => Lengths;

/**
 * Marks a field, in its extensions, as one that callers pay for, with the `ListLengths` below it, or with `DATA_DECIDES`.
 */
export const PAID_FIELD = 'paidField';
/** Marks a field that costs nothing, with the `ListLengths` below it. What is below counts as its own. */
export const FREE_FIELD = 'freeField';
/** The arguments of a field decide the length of none of the lists below it. */
export const DATA_DECIDES: Lengths = {};

/** The most that the response of a run can hold, as far as its arguments decide that. */
export type LargestAnswer = {
  readonly values: number;
  readonly bytes: number;
  /** Rows of the database that it holds at the same time. */
  readonly rows: number;
};

/** The bytes of the shortest value. */
const SHORTEST = 1;

/** The rows of a marked field whose data decides how many there are. */
const USUAL_ROWS = 100;

/**
 * Throws AnswerTooLarge if a run could exceed the bounds by lists whose lengths its arguments decide, or if it selects
 * too many values of each item of a list. Lists whose lengths the data decides count as one item here; `AnswerSize`
 * counts them while the response is built.
 */
export function requireSmallAnswer(
  run: Run,
  fields: readonly CompiledField[],
  bounds: AnswerBounds,
): LargestAnswer {
  const largest = sizeOf({ run, bounds }, fields, {});
  if (largest.values > bounds.values || largest.bytes > bounds.bytes) throw tooLarge(bounds);
  return largest;
}

type Measuring = { readonly run: Run; readonly bounds: AnswerBounds };

type Size = LargestAnswer & {
  /** The values that count as those of the object itself: not of its lists, nor of what is paid for. */
  readonly own: number;
};

const LEAF: Size = { values: 1, bytes: SHORTEST, rows: 0, own: 1 };

/** The size of what an object with these fields holds. */
function sizeOf(measuring: Measuring, fields: readonly CompiledField[], lengths: Lengths): Size {
  const leaves = fields.filter(({ isLeaf }) => isLeaf).length;
  let size: Size = { values: leaves, bytes: bytesOfNames(fields) + leaves * SHORTEST, rows: 0, own: leaves };
  const valuesOfAnItem = new Map<string, number>();
  for (const field of fields) {
    if (field.isLeaf) continue;
    const { name, type, extensions } = field.definition;
    const isPaid = PAID_FIELD in extensions;
    let value = sizeOfValue(measuring, field);
    if (isListType(getNullableType(type))) {
      const others = valuesOfAnItem.get(name) ?? 0;
      // the item itself is none of its values
      const own = value.own - 1;
      valuesOfAnItem.set(name, isPaid ? Math.max(others, own) : others + own);
      value = listOf(value, lengthOf(measuring.run, field, lengths[name]));
    }
    size = plus(size, isPaid ? { ...value, own: 0 } : value);
  }
  const most = Math.max(...valuesOfAnItem.values());
  if (most > measuring.bounds.valuesOfAnItem) throw tooManyOfAnItem(measuring.bounds, most);
  return size;
}

function plus(size: Size, { values, bytes, rows, own }: Size): Size {
  return {
    values: size.values + values,
    bytes: size.bytes + bytes,
    rows: size.rows + rows,
    own: size.own + own,
  };
}

/** A list whose length the data decides counts as one item, as does one that will be refused. */
function lengthOf(
  { variableValues }: Run,
  { definition, places }: CompiledField,
  length: Lengths[string] = 1,
): number {
  if (typeof length === 'number') return length;
  try {
    return length(getArgumentValues(definition, places[0], variableValues));
  } catch {
    return 1;
  }
}

function listOf({ values, bytes, rows }: Size, length: number): Size {
  return { values: 1 + length * values, bytes: length * bytes, rows, own: 1 };
}

/** The size of a value of the field, or of one item of its list. Introspection counts while it is built. */
function sizeOfValue(measuring: Measuring, field: CompiledField): Size {
  if (field.below.length === 0 || field.definition.name.startsWith('__')) return LEAF;
  const lengths = lengthsBelow(measuring.run, field);
  // of an interface, the largest of the types that an object may have
  const below = field.below.map((fields) => sizeOf(measuring, fields, lengths ?? {})).reduce(larger);
  const size = plus(LEAF, below);
  if (lengths === undefined) return size;
  return { ...size, rows: Math.max(size.rows, USUAL_ROWS, ...rowsIn(measuring.run, field, lengths)) };
}

/** The rows of the lists below a field that the arguments decide: of all of them, or of those that are selected. */
function rowsIn(run: Run, { below }: CompiledField, lengths: Lengths): readonly number[] {
  return Object.entries(lengths).flatMap(([name, length]) => {
    if (typeof length === 'number') return length;
    const selected = below.flat().filter(({ definition }) => definition.name === name);
    return selected.map((field) => lengthOf(run, field, length));
  });
}

function larger(one: Size, other: Size): Size {
  return {
    values: Math.max(one.values, other.values),
    bytes: Math.max(one.bytes, other.bytes),
    rows: Math.max(one.rows, other.rows),
    own: Math.max(one.own, other.own),
  };
}

/** Undefined for a field that is not marked. */
function lengthsBelow(run: Run, { definition, places }: CompiledField): Lengths | undefined {
  const { [PAID_FIELD]: ofPaid, [FREE_FIELD]: ofFree } = definition.extensions;
  const listLengths = (ofPaid ?? ofFree) as ListLengths | Lengths | undefined;
  if (typeof listLengths !== 'function') return listLengths;
  try {
    return listLengths(getArgumentValues(definition, places[0], run.variableValues), run.contextValue);
  } catch {
    // the field itself will be refused with these arguments
    return {};
  }
}

import { getArgumentValues, getNullableType, isListType } from 'graphql';
import { type AnswerBounds, bytesOfNames, tooLarge } from './answer-size.ts';
import type { CompiledField, Run } from './compiled-fields.ts';

/** The lengths of the list fields below a field, by their names, where its arguments decide them. */
export type ListLengths = (
  args: Readonly<Record<string, unknown>>,
  contextValue: unknown,
) => Readonly<Record<string, number>>;

/** Marks a field in its extensions as the one whose arguments decide how long the lists below it can be. */
export const LIST_LENGTHS = 'listLengths';

/** The bytes of the shortest value. */
const SHORTEST = 1;

/**
 * Throws AnswerTooLarge if a run could exceed the bounds by lists whose lengths its arguments decide. Lists whose
 * lengths the data decides count as one item here; `AnswerSize` counts them while the response is built.
 */
export function requireSmallAnswer(run: Run, fields: readonly CompiledField[], bounds: AnswerBounds): void {
  const { values, bytes } = mostOf(run, fields, {});
  if (values > bounds.values || bytes > bounds.bytes) throw tooLarge(bounds);
}

type Most = { readonly values: number; readonly bytes: number };

function mostOf(run: Run, fields: readonly CompiledField[], lengths: Readonly<Record<string, number>>): Most {
  let values = fields.length;
  let bytes = bytesOfNames(fields);
  for (const field of fields) {
    const isList = isListType(getNullableType(field.definition.type));
    const times = isList ? (lengths[field.definition.name] ?? 1) : 1;
    const item = mostBelow(run, field);
    values += times * (item.values + (isList ? 1 : 0));
    bytes += times * item.bytes;
  }
  return { values, bytes };
}

/** Of an interface, the largest of the types that an object may have. */
function mostBelow(run: Run, field: CompiledField): Most {
  if (field.below.length === 0) return { values: 0, bytes: SHORTEST };
  const lengths = lengthsBelow(run, field);
  const sizes = field.below.map((fields) => mostOf(run, fields, lengths));
  return {
    values: Math.max(...sizes.map(({ values }) => values)),
    bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
  };
}

function lengthsBelow(run: Run, { definition, places }: CompiledField): Readonly<Record<string, number>> {
  const listLengths = definition.extensions[LIST_LENGTHS] as ListLengths | undefined;
  if (listLengths === undefined) return {};
  try {
    return listLengths(getArgumentValues(definition, places[0], run.variableValues), run.contextValue);
  } catch {
    // the field itself will be refused with these arguments
    return {};
  }
}

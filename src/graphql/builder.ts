import SchemaBuilder from '@pothos/core';
import type { RequestContext } from '../context.ts';
import { type DATA_DECIDES, FREE_FIELD, type ListLengths, PAID_FIELD } from '../execution/largest-answer.ts';
import { SEMANTIC_NON_NULL } from './semantic-non-null.ts';

/** Builds all types. Fields are non-null unless they say otherwise. */
export const builder = new SchemaBuilder<{
  Context: RequestContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    Date: { Input: string; Output: string };
    DateTime: { Input: string; Output: number };
    SafeInt: { Input: number; Output: number };
  };
}>({ defaultFieldNullability: false });

/** Of a field that draws on a budget: how long its lists can be. */
export function paid(lengths: ListLengths | typeof DATA_DECIDES) {
  return { nullable: true, extensions: { ...NULL_ON_ERROR.extensions, [PAID_FIELD]: lengths } } as const;
}

/** Of a field that costs nothing and has lists whose length arguments decide: how long these can be. */
export function free(lengths: ListLengths) {
  return { nullable: true, extensions: { ...NULL_ON_ERROR.extensions, [FREE_FIELD]: lengths } } as const;
}

/**
 * Of a field that is null only if it was refused, with an entry in errors. The schema says so to clients that do not let
 * their users read a field with an error: for them it is never null (https://specs.apollo.dev/nullability/v0.4/).
 */
export const NULL_ON_ERROR = { nullable: true, extensions: { [SEMANTIC_NON_NULL.name]: true } } as const;

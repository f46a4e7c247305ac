import SchemaBuilder from '@pothos/core';
import type { RequestContext } from '../context.ts';

/** Builds all types. Fields are non-null unless they say otherwise. */
export const builder = new SchemaBuilder<{
  Context: RequestContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    Date: { Input: string; Output: string };
    DateTime: { Input: string; Output: string };
    SafeInt: { Input: number; Output: number };
  };
}>({ defaultFieldNullability: false });

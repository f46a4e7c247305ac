import SchemaBuilder from '@pothos/core';
import type { RequestContext } from '../context.ts';

/** What all types are built with: fields are non-null unless they say otherwise. */
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

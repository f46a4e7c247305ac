import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Tool } from './tool.ts';
import { TOOLS } from './tools.ts';

/** A call changes nothing, may be repeated, and knows nothing of the world but what was recorded here. */
const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

let listed: ListedTool[] | undefined;

/** The tools as the protocol describes them, printed when they are first asked for. */
export function listing(): ListedTool[] {
  return (listed ??= TOOLS.map(describe));
}

function describe({ name, title, description, input, output }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(input, 'input'),
    outputSchema: objectSchema(output, 'output'),
    annotations: { title, ...ANNOTATIONS },
  };
}

function objectSchema(schema: z.ZodObject, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const printed = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => shorten(jsonSchema) });
  return { ...printed, type: 'object' } as ListedTool['inputSchema'];
}

/** Assistants read the schemas: a format says all that its pattern does, and counts have no limit. */
function shorten(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format?.startsWith('date') === true) {
    delete schema.pattern;
    delete schema.allOf;
  }
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

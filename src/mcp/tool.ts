import type * as z from 'zod';
import type { RequestContext } from '../context.ts';
import { type GivenArguments, parseArguments } from './parse-arguments.ts';

/** What a tool answers: an object for its output schema, and a sentence of ours without any recorded text. */
export type Report<Value = object> = { readonly value: Value; readonly summary: string };

/** A tool over one operation, which decides about limits, access, dates and the plan. */
export type Tool = Described<z.ZodObject, z.ZodObject> & {
  /** Throws INVALID_PARAMETER for arguments that the input schema does not allow, and what the operation throws. */
  readonly answer: (ctx: RequestContext, given: GivenArguments) => Promise<Report>;
};

type Described<Input, Output> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
};

type Definition<Input extends z.ZodObject, Output extends z.ZodObject> = Described<Input, Output> & {
  readonly answer: (ctx: RequestContext, args: z.output<Input>) => Promise<Report<z.input<Output>>>;
};

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>({
  answer,
  ...described
}: Definition<Input, Output>): Tool {
  return {
    ...described,
    answer: (ctx, given) => answer(ctx, parseArguments(described.name, described.input, given)),
  };
}

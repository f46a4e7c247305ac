import * as z from 'zod';
import { Refusal, invalidParameter } from '../domain/refusal.ts';

/** The arguments of a call, which are not checked yet. */
export type GivenArguments = Readonly<Record<string, unknown>>;

/**
 * The arguments of a tool; null counts as left out. Throws INVALID_PARAMETER. The messages of the schemas say only what is
 * allowed: "a text".
 */
export function parseArguments<Input extends z.ZodObject>(
  tool: string,
  input: Input,
  given: GivenArguments,
): z.output<Input> {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const parsed = input.safeParse(present);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0] ?? '');
  if (issue?.code !== 'unrecognized_keys') throw invalidParameter(name, present[name], issue?.message ?? '');
  throw new Refusal('INVALID_PARAMETER', {
    parameter: { name: unknownName(issue.keys), owner: tool, fields: Object.keys(input.shape) },
  });
}

/** Cut, like a value that is quoted: a caller may send a name of any length. */
function unknownName([name = '']: readonly string[]): string {
  return name.slice(0, 80);
}

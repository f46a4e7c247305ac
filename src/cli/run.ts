import { describeFailure } from './failures.ts';
import { complain, ignoreBrokenPipes, print } from './output.ts';
import { asTyped } from './as-typed.ts';
import { createProgram } from './program.ts';
import type { Shell } from './shell.ts';

/** Runs one command line and returns the exit code. Errors go to stderr, and with --json also to stdout, as an object. */
export async function run(args: readonly string[], shell: Shell): Promise<number> {
  ignoreBrokenPipes(shell);
  try {
    await createProgram(shell).parseAsync(withJsonLast(args), { from: 'user' });
    return 0;
  } catch (thrown) {
    const { exitCode, code, ...failure } = describeFailure(thrown);
    const complaints = failure.complaints.map((complaint) => asTyped(shell, complaint));
    for (const complaint of complaints) complain(shell, complaint);
    if (complaints.length > 0)
      print(shell, { value: { error: complaints.join('; '), code }, lines: [] }, args.includes('--json'));
    return exitCode;
  }
}

/** Allows --json in any place: each command declares it, and commander reads it only after the command. */
function withJsonLast(args: readonly string[]): readonly string[] {
  if (!args.includes('--json') || args.includes('--')) return args;
  return [...args.filter((arg) => arg !== '--json'), '--json'];
}

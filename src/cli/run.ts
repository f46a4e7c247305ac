import { describeFailure } from './failures.ts';
import { complain, ignoreBrokenPipes, print } from './output.ts';
import { createProgram } from './program.ts';
import type { Shell } from './shell.ts';

/** Runs one command line. What went wrong is a line on stderr, and with --json an object on stdout; the exit code. */
export async function run(args: readonly string[], shell: Shell): Promise<number> {
  ignoreBrokenPipes();
  try {
    await createProgram(shell).parseAsync(withJsonLast(args), { from: 'user' });
    return 0;
  } catch (thrown) {
    const { exitCode, complaints } = describeFailure(thrown);
    complaints.forEach(complain);
    if (complaints.length > 0)
      print({ value: { error: complaints.join('; ') }, lines: [] }, args.includes('--json'));
    return exitCode;
  }
}

/** --json may stand anywhere: each command declares it, and commander reads it behind the command only. */
function withJsonLast(args: readonly string[]): readonly string[] {
  if (!args.includes('--json') || args.includes('--')) return args;
  return [...args.filter((arg) => arg !== '--json'), '--json'];
}

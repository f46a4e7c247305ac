import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';

/** Runs a command of the built program on a data folder, and resolves with what it writes to standard output. */
export async function runCommand(
  dataFolder: string,
  args: readonly string[],
  input: Iterable<string> = [],
): Promise<string> {
  const { PATH, TMPDIR } = process.env;
  const child = spawn(process.execPath, ['dist/cli.js', ...args], {
    env: { PATH, TMPDIR, DATA_DIR: dataFolder, LOG_LEVEL: 'warn' },
  });
  const ended = once(child, 'close');
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  // a program that ends early closes its input; its own message says more
  await pipeline(Readable.from(input), child.stdin).catch(() => undefined);
  const [stdout, stderr] = await output;
  await ended;
  if (child.exitCode !== 0) throw new Error(`${args.slice(0, 2).join(' ')}: ${stderr}`);
  return stdout.trim();
}

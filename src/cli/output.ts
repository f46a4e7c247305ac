import { once } from 'node:events';
import { visible, visibleJson } from '../domain/visible.ts';
import type { Shell } from './shell.ts';

type Output = Pick<Shell, 'stdout' | 'stderr'>;

/** The result of a command: one value for programs, lines for people. */
export type Answer = {
  readonly value: unknown;
  /** A sentence about the lines. It goes to stderr, so that a script gets the lines alone, and stands without them. */
  readonly label?: string | undefined;
  readonly lines: readonly string[];
};

/** Writes a result to stdout, as one JSON value or as lines. Strangers choose parts of it, so it is safe for a terminal. */
export function print(output: Output, { value, label, lines }: Answer, asJson: boolean | undefined): void {
  if (label !== undefined && asJson !== true) note(output, label);
  output.stdout.write(
    asJson === true
      ? `${visibleJson(value)}\n`
      : lines.map((line) => `${visibleBeside('\t', line)}\n`).join(''),
  );
}

/**
 * Writes chunks to stdout as fast as its reader takes them, and returns whether they were all written. A reader such as
 * `head` may close the pipe early, which is no error.
 */
export async function printChunks(
  { stdout }: Pick<Output, 'stdout'>,
  chunks: AsyncIterable<string>,
): Promise<boolean> {
  const closed = new AbortController();
  const { signal } = closed;
  const onClosed = () => {
    closed.abort();
  };
  // after an error, the stdout of a process says that it can be written to
  stdout.on('error', onClosed).on('close', onClosed);
  try {
    for await (const chunk of chunks) {
      if (!stdout.write(chunk)) await once(stdout, 'drain', { signal }).catch(onClosed);
      if (signal.aborted) return false;
    }
    return true;
  } finally {
    stdout.off('error', onClosed).off('close', onClosed);
  }
}

/** Writes a message to stderr. Our own words are ASCII, for terminals that show nothing else. */
export function note({ stderr }: Pick<Output, 'stderr'>, message: string): void {
  stderr.write(`${visibleBeside('\n', message.replaceAll('…', '...'))}\n`);
}

/** The text with all characters visible but a separator of ours. */
function visibleBeside(separator: string, text: string): string {
  return text.split(separator).map(visible).join(separator);
}

/** Writes an error message to stderr, in one line. */
export function complain(output: Pick<Output, 'stderr'>, message: string): void {
  note(output, `site-traffic: ${message}`);
}

/** Ignores the error when a reader such as `head` closes the pipe early. The rest of the output is dropped. */
export function ignoreBrokenPipes({ stdout, stderr }: Output): void {
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

/** Fields of one line, separated by tabs. */
export function columns(...fields: readonly (string | number)[]): string {
  return fields.map((field) => visible(String(field))).join('\t');
}

/** The beginning of a line of a log, of which characters that people do not see are escaped: it holds text from clients. */
export function shownLine(line: string): string {
  return visible(line.slice(0, SHOWN_CHARACTERS));
}

const SHOWN_CHARACTERS = 200;

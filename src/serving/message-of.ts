import { type FileProblem, Unreadable } from '../logs/unreadable.ts';

/** The message of an error. If several addresses were tried, that of the first. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.message === '') return messageOf(thrown.errors[0]);
  if (thrown instanceof Unreadable) return describeUnreadable(thrown);
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** `cannot read access.log: permission denied`. */
export function describeUnreadable({
  path,
  problem,
  cause,
}: Pick<Unreadable, 'path' | 'problem' | 'cause'>): string {
  return `cannot read ${path}: ${problem === 'other' ? messageOf(cause) : REASONS[problem]}`;
}

const REASONS: Readonly<Record<Exclude<FileProblem, 'other'>, string>> = {
  missing: 'there is no such file',
  'no-permission': 'permission denied',
  folder: 'it is a folder',
  'packed-data-ends': 'its gzip data ends too early',
  'packed-data-damaged': 'its gzip data is damaged',
  'zip-archive':
    'it is a zip archive, which may hold several files: unpack it, or pipe one of them with "unzip -p ARCHIVE FILE" to a command that reads "-"',
};

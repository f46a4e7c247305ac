import type { FileProblem, Unreadable } from '../logs/unreadable.ts';

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
};

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

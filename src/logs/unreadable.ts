import { ZIP_ARCHIVE } from './unpack.ts';

/** Why a file cannot be read. */
export type FileProblem =
  | 'missing'
  | 'no-permission'
  | 'folder'
  | 'packed-data-ends'
  | 'packed-data-damaged'
  | 'zip-archive'
  | 'other';

/** A file cannot be read. If its problem is `other`, the cause explains it. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly path: string;
  readonly problem: FileProblem;

  constructor(path: string, problem: FileProblem, cause?: unknown) {
    super(`cannot read ${path} (${problem})`, { cause });
    this.path = path;
    this.problem = problem;
  }
}

/** The failure to read a file, from the error that Node.js threw. */
export function unreadable(path: string, cause: unknown): Unreadable {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return new Unreadable(path, PROBLEMS[code] ?? 'other', cause);
}

const PROBLEMS: Readonly<Record<string, FileProblem>> = {
  ENOENT: 'missing',
  EACCES: 'no-permission',
  EISDIR: 'folder',
  Z_BUF_ERROR: 'packed-data-ends',
  Z_DATA_ERROR: 'packed-data-damaged',
  [ZIP_ARCHIVE]: 'zip-archive',
};

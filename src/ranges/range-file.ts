import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import shipped from '../catalogue/ranges.json' with { type: 'json' };
import { parseJson } from '../domain/json.ts';
import { formatInstant } from '../domain/time.ts';
import { replaceFile } from '../files/replace-file.ts';
import { type Prefix, parsePrefix } from './prefix.ts';
import type { RangeList } from './range-list.ts';

/** The lists that are installed with the product. */
export function shippedLists(): readonly RangeList[] {
  return FILE.parse(shipped).lists;
}

/** Reads a file that `ranges update` wrote. Throws an Error that names the file and says what is wrong with it. */
export async function readRangeFile(path: string): Promise<readonly RangeList[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    const message = isMissing ? `does not exist. ${ADVICE}` : `cannot be read. ${EXPECTED}`;
    throw new Error(`The file of bot ranges ${path} ${message}`, { cause });
  });
  const { success, data, error } = FILE.safeParse(parseJson(text));
  if (success) return data.lists;
  const [issue] = error.issues;
  const where = issue === undefined || issue.path.length === 0 ? 'the file' : issue.path.join('.');
  throw new Error(
    `The file of bot ranges ${path} cannot be used: ${where}: ${issue?.message ?? ''}. ${EXPECTED}`,
  );
}

/** Replaces a file of lists as a whole. */
export async function writeRangeFile(path: string, lists: readonly RangeList[]): Promise<void> {
  await replaceFile(path, formatLists(lists));
}

function formatLists(lists: readonly RangeList[]): string {
  const written = lists.map(({ operator, bots, address, retrievedAtMs, prefixes }) => ({
    operator,
    bots,
    address,
    retrievedAt: retrievedAtMs === null ? null : formatInstant(retrievedAtMs),
    prefixes: prefixes.map(({ text }) => text),
  }));
  return `${JSON.stringify({ lists: written }, null, 2)}\n`;
}

const ADVICE = 'Make it with: site-traffic ranges update.';
const EXPECTED = 'Use a file that "site-traffic ranges update" wrote.';

const LIST = z
  .object({
    operator: z.string(),
    bots: z.array(z.string()),
    address: z.string().nullable(),
    retrievedAt: z.iso.datetime().nullable(),
    prefixes: z.array(z.string().transform(prefixOrIssue)),
  })
  .transform(({ retrievedAt, ...list }): RangeList => {
    return { ...list, retrievedAtMs: retrievedAt === null ? null : Date.parse(retrievedAt) };
  });

const FILE = z.object({ lists: z.array(LIST) });

function prefixOrIssue(written: string, { issues }: z.RefinementCtx<string>): Prefix {
  try {
    return parsePrefix(written);
  } catch (error) {
    issues.push({ code: 'custom', message: error instanceof Error ? error.message : '', input: written });
    return z.NEVER;
  }
}

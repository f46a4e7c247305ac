import type { LogRecord } from './log-record.ts';
import { pagePathOf } from './page-path.ts';

const LONGEST = 200;

/** Enough for the sample, whatever pairs of surrogates are cut. */
const READ = 2 * LONGEST;

/**
 * What is kept of a record that became no event, at most 200 characters: of one that was read, its method, host and path;
 * of one that could not be, its first characters with every digit as 9 and every letter as a, which show its form and
 * nothing that it says.
 */
export function sampleOf(line: string, record: LogRecord | undefined): string {
  return record === undefined ? formOf(line) : storable(`${record.method ?? '-'} ${addressOf(record)}`);
}

/** The first characters, without what cannot be stored or seen. */
export function storable(text: string): string {
  const seen = text.slice(0, READ).replace(/\p{C}/gu, ' ');
  return Array.from(seen).slice(0, LONGEST).join('').trimEnd();
}

function addressOf({ host = '', target }: LogRecord): string {
  return `${host}${pagePathOf(target)}`;
}

function formOf(line: string): string {
  return storable(
    line
      .slice(0, READ)
      .replace(/[\p{L}\p{M}]/gu, 'a')
      .replace(/\p{N}/gu, '9'),
  );
}

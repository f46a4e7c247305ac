import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RobotsVersion } from '../domain/robots-version.ts';
import { parseRobots } from '../robots/parse-robots.ts';

/** A version of a site's robots.txt among all of them. */
export type NumberedVersion = RobotsVersion &
  Remarks & {
    /** From 1, in their order. */
    readonly number: number;
    /** When the next one came into force; null for the one in force now. */
    readonly untilMs: number | null;
  };

/** What is remarkable about a text, at most a thousand lines of each kind. */
type Remarks = {
  /** The values of its Content-Signal lines. */
  readonly signals: readonly string[];
  /** The lines that every crawler ignores, from 1. */
  readonly invalidLines: readonly number[];
};

const MOST_LINES = 1_000;
/** In characters and lines. */
const MOST_REMARKS = 1_000_000;

/** By the hash of the text: a list of all versions may be asked for again and again, and a text takes long to read. */
const remarks = new LRUCache<string, Remarks>({ maxSize: MOST_REMARKS });

/** A version as it is shown, among all that the site has, in their order. */
export function numbered(
  version: RobotsVersion,
  all: readonly Pick<RobotsVersion, 'sinceMs'>[],
): NumberedVersion {
  const next = all.find(({ sinceMs }) => sinceMs > version.sinceMs);
  const before = all.filter(({ sinceMs }) => sinceMs < version.sinceMs);
  return { ...version, ...remarksOn(version), number: before.length + 1, untilMs: next?.sinceMs ?? null };
}

function remarksOn({ text }: RobotsVersion): Remarks {
  const key = createHash('sha256').update(text).digest('base64');
  const known = remarks.get(key);
  if (known !== undefined) return known;
  const { signals, invalidLines } = parseRobots(text);
  const found = { signals: signals.slice(0, MOST_LINES), invalidLines: invalidLines.slice(0, MOST_LINES) };
  const size = found.signals.reduce((sum, { length }) => sum + length, 1 + found.invalidLines.length);
  remarks.set(key, found, { size });
  return found;
}

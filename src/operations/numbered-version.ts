import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  MOST_VERSIONS,
  type NumberedVersion,
  type Remarks,
  type RobotsVersion,
} from '../domain/robots-version.ts';
import { parseRobots } from '../robots/parse-robots.ts';
import { createPauses } from './pauses.ts';

const MOST_INVALID_LINES = 1_000;
const MOST_SIGNALS = 100;
const MOST_CHARACTERS_OF_SIGNALS = 4_000;

/** In bytes, roughly: those of a number, of a text beside its characters, and of an entry beside what it remarks. */
const BYTES = { number: 8, text: 32, entry: 200 };
const MOST_BYTES =
  BYTES.entry +
  BYTES.number * MOST_INVALID_LINES +
  BYTES.text * MOST_SIGNALS +
  MOST_CHARACTERS_OF_SIGNALS +
  // says how many are left out
  BYTES.text +
  '100000 more'.length;

/**
 * By the hash of the text: a list of all versions may be asked for again and again, and a text takes long to read. It has
 * room for all versions of a site, or such a list would displace its own beginning.
 */
const remarks = new LRUCache<string, Remarks>({ maxSize: MOST_VERSIONS * MOST_BYTES });

/** A version as it is shown, among all that the site has, in their order. */
export function numbered(
  version: RobotsVersion,
  all: readonly Pick<RobotsVersion, 'sinceMs'>[],
): NumberedVersion {
  const next = all.find(({ sinceMs }) => sinceMs > version.sinceMs);
  const before = all.filter(({ sinceMs }) => sinceMs < version.sinceMs);
  return { ...version, ...remarksOn(version), number: before.length + 1, untilMs: next?.sinceMs ?? null };
}

/** All versions of a site as they are shown, in their order. Others have their turn between two of them. */
export async function numberedAll(all: readonly RobotsVersion[]): Promise<readonly NumberedVersion[]> {
  const pause = createPauses();
  const shown: NumberedVersion[] = [];
  for (const version of all) {
    const pausing = pause();
    if (pausing) await pausing;
    shown.push(numbered(version, all));
  }
  return shown;
}

function remarksOn({ text }: RobotsVersion): Remarks {
  const key = createHash('sha256').update(text).digest('base64');
  const known = remarks.get(key);
  if (known !== undefined) return known;
  const { signals, invalidLines } = parseRobots(text);
  const found = { signals: shorten(signals), invalidLines: invalidLines.slice(0, MOST_INVALID_LINES) };
  remarks.set(key, found, { size: bytesOf(found) });
  return found;
}

/** As many of the values as there is room for, and how many more there are. */
function shorten(signals: readonly string[]): readonly string[] {
  let characters = 0;
  const first = signals.slice(0, MOST_SIGNALS);
  const tooMany = first.findIndex(({ length }) => (characters += length) > MOST_CHARACTERS_OF_SIGNALS);
  const shown = tooMany < 0 ? first : first.slice(0, tooMany);
  const left = signals.length - shown.length;
  return left === 0 ? shown : [...shown, `${left} more`];
}

function bytesOf({ signals, invalidLines }: Remarks): number {
  const ofSignals = signals.reduce((sum, { length }) => sum + BYTES.text + length, 0);
  return BYTES.entry + ofSignals + BYTES.number * invalidLines.length;
}

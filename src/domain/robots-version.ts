/** Where a version of robots.txt comes from: its address, a file, or what an owner pasted. */
export const ROBOTS_ORIGINS = ['fetched', 'file', 'pasted'] as const;
export type RobotsOrigin = (typeof ROBOTS_ORIGINS)[number];

/** A robots.txt that was in force from a time on, until that of the next version. */
export type RobotsVersion = {
  readonly id: number;
  readonly sinceMs: number;
  readonly origin: RobotsOrigin;
  readonly text: string;
};

/** The most versions that a site may have. */
export const MOST_VERSIONS = 1_000;

/** What is remarkable about a text. */
export type Remarks = {
  /** The values of its Content-Signal lines; if there are too many, the last one says how many are left out: "3 more". */
  readonly signals: readonly string[];
  /** The lines that every crawler ignores, from 1, at most the first thousand. */
  readonly invalidLines: readonly number[];
};

/** A version of a site's robots.txt among all of them. */
export type NumberedVersion = RobotsVersion &
  Remarks & {
    /** From 1, in their order. */
    readonly number: number;
    /** When the next one came into force; null for the one in force now. */
    readonly untilMs: number | null;
  };

/** A rule of a version, as a whole number: a text of 500 KiB has fewer lines than this. */
const LINES = 2 ** 20;

export function ruleId(versionId: number, line: number): number {
  return versionId * LINES + line;
}

export function ruleOf(id: number): { readonly versionId: number; readonly line: number } {
  return { versionId: Math.floor(id / LINES), line: id % LINES };
}

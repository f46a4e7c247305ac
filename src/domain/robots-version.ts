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

/** A rule of a version, as a whole number: a text of 500 KiB has fewer lines than this. */
const LINES = 2 ** 20;

export function ruleId(versionId: number, line: number): number {
  return versionId * LINES + line;
}

export function ruleOf(id: number): { readonly versionId: number; readonly line: number } {
  return { versionId: Math.floor(id / LINES), line: id % LINES };
}

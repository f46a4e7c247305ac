/** The section of a version, with its heading; undefined if there is none. */
export function changesOf(changelog: string, version: string): string | undefined;

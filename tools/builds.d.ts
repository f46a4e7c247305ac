/** The name of a folder that no build has used, for a build of this digest. */
export function newBuild(dist: string, digest: string): string;
/** Makes a build the one that the command line starts, in one step. */
export function switchTo(dist: string, build: string): void;
/** Deletes what earlier builds left, but for the builds that a process runs. */
export function deleteUnused(dist: string, build: string): void;

import { execFileSync } from 'node:child_process';

/** Builds dist/ if it is stale: tests run the command line and the embedded database's worker as users do. */
export function setup(): void {
  execFileSync(process.execPath, ['tools/build.js', '--if-stale'], { stdio: 'inherit' });
}

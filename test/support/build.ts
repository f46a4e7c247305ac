import { execFileSync } from 'node:child_process';

/** The command line and the embedded database's worker run as users run them: built. */
export function setup(): void {
  execFileSync(process.execPath, ['esbuild.config.js', '--if-stale'], { stdio: 'inherit' });
}

import { existsSync, rmSync, writeFileSync } from 'node:fs';

/** The build makes it in its folder; an installed package does not have it. */
const RUNNING = new URL('./running/', import.meta.url);

/**
 * Keeps the files of the build that this process runs until the process ends, because it reads some of them late: those of
 * assistants with the first request, those of a worker when that is started again. `npm run build` deletes earlier builds
 * that no process runs.
 */
export function holdBuild(): void {
  if (!existsSync(RUNNING)) return;
  const file = new URL(String(process.pid), RUNNING);
  try {
    writeFileSync(file, '');
    process.once('exit', () => {
      rmSync(file, { force: true });
    });
  } catch {
    // Whoever may not write here shares the folder with somebody who builds, and has to start again after a build.
  }
}

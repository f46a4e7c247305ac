import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { bench } from './bench.ts';
import { createCleanup } from './cleanup.ts';
import { readOptions } from './options.ts';
import { PRODUCT_FOLDER } from './paths.ts';
import { plot } from './plot.ts';
import { report } from './report.ts';

const options = readOptions(process.argv.slice(2));
const cleanup = createCleanup();
try {
  const results = await bench(options, cleanup);
  process.stdout.write(report(results));
  if (options.json !== undefined) write(options.json, `${JSON.stringify(results, undefined, 2)}\n`);
  if (options.plot !== undefined) write(options.plot, plot(results.growth));
} catch (error) {
  if (!cleanup.interrupted) throw error;
} finally {
  await cleanup.run();
}

/** npm runs the bench in the bench's folder. Relative paths refer to the folder of the repository. */
function write(path: string, text: string): void {
  writeFileSync(resolve(PRODUCT_FOLDER, path), text);
}

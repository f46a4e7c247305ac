import { join, resolve } from 'node:path';

// The harness runs bundled, from dist/.
export const BENCH_FOLDER = join(import.meta.dirname, '..');

export const PRODUCT_FOLDER = join(BENCH_FOLDER, '../..');

/** The product's command line, built. */
export const PRODUCT = productIn(PRODUCT_FOLDER);

/** That of another checkout. npm runs the bench in the bench's folder, so a relative path refers to the repository. */
export function productIn(folder: string): string {
  return resolve(PRODUCT_FOLDER, folder, 'dist/cli.js');
}

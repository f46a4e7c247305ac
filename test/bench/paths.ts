import { join } from 'node:path';

// The harness runs bundled, from dist/.
export const BENCH_FOLDER = join(import.meta.dirname, '..');

export const PRODUCT_FOLDER = join(BENCH_FOLDER, '../..');

/** The product's command line, built. */
export const PRODUCT = join(PRODUCT_FOLDER, 'dist/cli.js');

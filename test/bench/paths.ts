import { join } from 'node:path';

// The harness runs bundled, from dist/.
export const BENCH_FOLDER = join(import.meta.dirname, '..');

export const PRODUCT_FOLDER = join(BENCH_FOLDER, '../..');

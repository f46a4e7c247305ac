import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file made from `source`. With --check it writes nothing, and the program exits with 1 if the file differs. */
export function writeGenerated(file, text, source) {
  const current = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (current === text) return;
  if (process.argv.includes('--check')) {
    console.error(`${file} is not what ${source} describes; run: npm run generate`);
    process.exitCode = 1;
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.error(`wrote ${file}`);
}

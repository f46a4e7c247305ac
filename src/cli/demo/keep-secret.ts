import { chmodSync, renameSync, writeFileSync } from 'node:fs';

/** Only the owner may read the file, because it contains a secret. */
const MODE = 0o600;

/** Writes the file in one step, so that it is never incomplete, and never readable by others. */
export function keepSecret(file: string, secret: string): void {
  const draft = `${file}.new`;
  writeFileSync(draft, `${secret}\n`, { mode: MODE });
  chmodSync(draft, MODE);
  renameSync(draft, file);
}

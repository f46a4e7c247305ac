import type { ProofCheck } from '../domain/signature.ts';
import { watchFile } from '../files/watch-file.ts';
import { createProofCheck } from './create-proof-check.ts';
import type { Directory } from './directory.ts';
import { readKeyFile } from './key-file.ts';
import type { Holder } from './key-holders.ts';

/** Verifies signatures by the keys of a file. */
export type SignatureKeys = {
  readonly proofOf: ProofCheck;
  /** Stops watching the file. */
  readonly close: () => void;
};

type KeysOptions = {
  /** A file that `proof update` wrote. Default: no keys, so that each signature that is formed well is of an unknown key. */
  readonly file?: string | undefined;
  /** Called once for a new file that cannot be used. The old keys stay in use. */
  readonly onFault?: ((cause: unknown) => void) | undefined;
};

/** Opens a file of keys, and opens it again whenever it is replaced (`watchFile`). Throws as `readKeyFile` does. */
export async function openKeys({ file, onFault }: KeysOptions = {}): Promise<SignatureKeys> {
  if (file === undefined) return { proofOf: checkBy([]), close: () => undefined };
  const read = async (path: string) => checkBy(await readKeyFile(path));
  const { content, close } = await watchFile(file, { read, onFault });
  return { proofOf: (request) => content()(request), close };
}

function checkBy(directories: readonly Directory[]): ProofCheck {
  const holders = new Map<string, Holder[]>();
  for (const { host, keys } of directories) {
    for (const { thumbprint, key, algorithm } of keys) {
      const known = holders.get(thumbprint) ?? [];
      holders.set(thumbprint, [...known, { host, key, algorithm }]);
    }
  }
  return createProofCheck((keyid) => holders.get(keyid) ?? []);
}

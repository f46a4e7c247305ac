import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { Config } from '../settings/config.ts';

/** What a server on an embedded database writes beside it for commands. */
const ADDRESS = z.object({ pid: z.int().positive(), publicUrl: z.url() });

type Serving = Pick<Config, 'databaseUrl' | 'dataDir'> & {
  /** True for a worker, whose primary process does it. */
  readonly isWorker?: boolean;
};

/** Lets commands on the same embedded database know where people reach this server. Returns how to withdraw that. */
export function announceAddress(
  { databaseUrl, dataDir, isWorker = false }: Serving,
  publicUrl: string,
): () => void {
  if (databaseUrl !== undefined || isWorker) return () => undefined;
  const file = fileIn(dataDir);
  writeFileSync(`${file}.new`, JSON.stringify({ pid: process.pid, publicUrl }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return () => {
    rmSync(file, { force: true });
  };
}

/** Where people reach the server that runs on the embedded database; undefined if none does, or on another database. */
export function servedAddress({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): string | undefined {
  if (databaseUrl !== undefined) return undefined;
  const address = ADDRESS.safeParse(readJson(fileIn(dataDir)));
  return address.success && isRunning(address.data.pid) ? address.data.publicUrl : undefined;
}

function fileIn(dataDir: string): string {
  return `${dataDir}/address`;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A server that was killed withdraws nothing. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

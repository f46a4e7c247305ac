import { rename, rm, writeFile } from 'node:fs/promises';

/** Replaces a file atomically: a concurrent reader sees either the old text or the new one. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  try {
    await writeFile(part, text, { flush: true });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

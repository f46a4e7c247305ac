import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { copyDataFolder } from '../support/migrated-folder.ts';
import { serveProduct } from './serve-product.ts';
import { signInDemo } from './sign-in-demo.ts';

/** The demo, served for all files that leave it as it is. */
export type Demo = {
  /** A data folder with the demo. Copy it; nobody may open it. */
  readonly folder: string;
  readonly url: string;
  /** The cookie of a session of the owner, as the server sets it. */
  readonly cookie: string;
};

declare module 'vitest' {
  // only an interface can be merged with vitest's
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
  export interface ProvidedContext {
    demo: Demo;
  }
}

/** Makes the demo once, and serves a copy of it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = mkdtempSync(join(tmpdir(), 'site-traffic-browser-'));
  const folder = join(parent, 'demo');
  await (await serveProduct(folder)).stop();
  const servedFolder = join(parent, 'served');
  await copyDataFolder(folder, servedFolder);
  const { url, stop } = await serveProduct(servedFolder);
  const close = async () => {
    await stop();
    rmSync(parent, { recursive: true, force: true });
  };
  try {
    project.provide('demo', { folder, url, cookie: await signInDemo(url, servedFolder) });
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}

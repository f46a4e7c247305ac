import { existsSync } from 'node:fs';
import { type BrowserServer, chromium } from 'playwright-core';
import { findProgram } from './programs.ts';

/** Debian's Chromium, or whatever in PATH has its name. */
export function findChromium(): string | undefined {
  return ['/usr/bin/chromium'].find((path) => existsSync(path)) ?? findProgram('chromium');
}

/** Starts the browser, for many to connect to. It looks up nothing by itself, so every request it makes is one of the page. */
export function launchChromium(): Promise<BrowserServer> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('chromium is not installed');
  const quiet = ['background-networking', 'component-update', 'sync', 'gpu', 'quic'];
  return chromium.launchServer({
    executablePath,
    args: ['--no-sandbox', '--no-first-run', ...quiet.map((what) => `--disable-${what}`)],
  });
}

import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { inject } from 'vitest';
import { PATIENTLY } from './patience.ts';

/** A connection to the browser of the run, whose windows are closed with it. */
export function connectChromium(): Promise<Browser> {
  return chromium.connect(inject('chromium'));
}

/** A window without cookies, which waits as long as a busy machine needs. */
export async function openWindow(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENTLY.timeout);
  return context;
}

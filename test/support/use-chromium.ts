import type { TestProject } from 'vitest/node';
import { launchChromium } from './chromium.ts';

declare module 'vitest' {
  // only an interface can be merged with vitest's
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
  export interface ProvidedContext {
    /** Where the browser is that the tests connect to. */
    chromium: string;
  }
}

/** One browser for the whole run: its windows share nothing but its processes. */
export async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  // two projects need it, and the first of them starts it for both
  if ('chromium' in vitest.getProvidedContext()) return undefined;
  const server = await launchChromium();
  vitest.provide('chromium', server.wsEndpoint());
  return () => server.close();
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { RULES_OF_COLOURS, axeFindings } from '../support/axe.ts';
import { connectChromium } from '../support/connect-chromium.ts';
import { freePort } from '../support/free-port.ts';
import { copyDataFolder } from '../support/migrated-folder.ts';
import { serveProduct } from './serve-product.ts';
import { signInDemo } from './sign-in-demo.ts';
import { type Given, useWindows } from './windows.ts';

/** A page of the product, and what it did that it should not. */
export type Opened = {
  readonly page: Page;
  /** Requests to other hosts, refused by the policy, errors and warnings in the console. */
  readonly faults: readonly string[];
};

type Opening = Given & {
  /** False if nobody is signed in. */
  readonly signedIn?: boolean;
  /** What is done with the page before it opens the path, such as changing answers. */
  readonly prepare?: (page: Page) => unknown;
};

type Options = {
  /** A copy of the demo, served for this file alone: it records, or changes what its owner has. */
  readonly own?: boolean;
  /** Settings of such a copy. They may depend on the port. */
  readonly env?: (port: number) => NodeJS.ProcessEnv | Promise<NodeJS.ProcessEnv>;
};

/** The built product with its demo, and a browser, for the tests of a file. Files share both unless they say otherwise. */
export function useProduct({ env, own = env !== undefined }: Options = {}) {
  const demo = inject('demo');
  let browser: Browser;
  let { url, folder } = demo;
  let key = '';
  let siteId = '';
  let collectKey = '';
  let owner: Promise<Given> | undefined;
  const openIn = useWindows();

  const readRest = async (path: string) => {
    const response = await fetch(`${url}/api/v1/${path}`, { headers: { Authorization: `Bearer ${key}` } });
    return response.json();
  };

  /** Sends events to the collector. */
  const record = async (...events: readonly object[]) => {
    if (!own) throw new Error('files that record need a product of their own');
    collectKey ||= makeCollectKey(folder, siteId);
    const response = await fetch(`${url}/collect/sites/${siteId}/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${collectKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(events),
    });
    if (!response.ok) throw new Error(await response.text());
  };

  const signIn = async (): Promise<Given> =>
    sessionOf(own ? await signInDemo(url, folder) : demo.cookie, url);

  const serveOwn = async () => {
    folder = join(mkdtempSync(join(tmpdir(), 'site-traffic-browser-')), 'data');
    const port = env === undefined ? 0 : await freePort();
    await copyDataFolder(demo.folder, folder);
    const served = await serveProduct(folder, port, await env?.(port));
    ({ url } = served);
    return async () => {
      await served.stop();
      rmSync(dirname(folder), { recursive: true, force: true });
    };
  };

  let stop = () => Promise.resolve();
  beforeAll(async () => {
    if (own) stop = await serveOwn();
    key = readFileSync(join(folder, 'demo-key'), 'utf8').trim();
    const { sites } = await readRest('sites');
    siteId = sites[0].id;
    browser = await connectChromium();
  });
  afterAll(async () => {
    await browser.close();
    await stop();
  });

  return {
    url: () => url,
    siteId: () => siteId,
    /** Where the key of the demo is. */
    keyFile: () => join(folder, 'demo-key'),
    readRest,
    record,
    /** What a window has in which the owner of the demo is signed in. */
    signInOwner(): Promise<Given> {
      return (owner ??= signIn());
    },
    /** Opens a path in a window that no other part of the test has. The owner is signed in, unless it says otherwise. */
    async open(path: string, { signedIn = true, prepare, ...given }: Opening = {}): Promise<Opened> {
      const session = signedIn ? await this.signInOwner() : {};
      const page = await openIn({ browser, url }, { ...session, ...given });
      const faults: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(url)) faults.push(`requested ${request.url()}`);
      });
      page.on('pageerror', ({ message }) => faults.push(message));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) faults.push(message.text());
      });
      await prepare?.(page);
      await page.goto(url + path);
      return { page, faults };
    },
  };
}

function makeCollectKey(folder: string, siteId: string): string {
  const { PATH, TMPDIR } = process.env;
  const account = ['--account', 'demo@example.com'];
  const args = ['dist/cli.js', 'key', 'create', ...account, '--scope', 'collect', '--site', siteId];
  return execFileSync(process.execPath, args, {
    env: { PATH, TMPDIR, DATA_DIR: folder },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/** What a browser has that got the cookie of a session. */
function sessionOf(setCookie: string, url: string): Given {
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(setCookie) ?? [];
  const place = { domain: new URL(url).hostname, path: '/', expires: -1 };
  const cookie = { name, value, ...place, httpOnly: true, secure: false, sameSite: 'Lax' as const };
  return { storageState: { cookies: [cookie], origins: [] } };
}

/** What axe finds serious or worse, by rule and place. */
export const seriousFindings = (page: Page, only?: readonly string[]) => axeFindings(page, { only });

/** What is shown fits in, and is accessible, at these widths and in both themes. It is left wide and light. */
export async function expectFitsAndIsAccessible(page: Page, widths: readonly number[] = [390, 1280]) {
  const shown = async (width: number, colorScheme: 'light' | 'dark', rules?: readonly string[]) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    return { width, colorScheme, tooWide, findings: await seriousFindings(page, rules) };
  };
  const all = [];
  for (const width of [widths.at(0), widths.at(-1)])
    all.push(await shown(width ?? 0, 'dark', RULES_OF_COLOURS));
  for (const width of widths) all.push(await shown(width, 'light'));
  expect(all.filter(({ tooWide, findings }) => tooWide !== 0 || findings.length > 0)).toEqual([]);
}

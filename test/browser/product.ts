import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { finish, untilMatch } from '../cli/support.ts';
import { launchChromium } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { PATIENTLY } from '../support/patience.ts';

/** A page of the product, and what it did that it should not. */
export type Opened = {
  readonly page: Page;
  /** Requests to other hosts, refused by the policy, errors and warnings in the console. */
  readonly faults: readonly string[];
};

type Options = {
  /** Settings that depend on the port, which is any free one without them. */
  readonly env?: (port: number) => NodeJS.ProcessEnv | Promise<NodeJS.ProcessEnv>;
};

type Given = BrowserContextOptions & { readonly signedIn?: boolean };

/** The built product with its demo, and a browser, for the tests of a file. */
export function useProduct({ env }: Options = {}) {
  let browser: Browser;
  let url = '';
  let key = '';
  let siteId = '';
  let collectKey = '';
  let owner: Promise<Given> | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-browser-'));
  const { PATH, TMPDIR } = process.env;
  let stop = () => Promise.resolve();

  const readRest = async (path: string) => {
    const response = await fetch(`${url}/api/v1/${path}`, { headers: { Authorization: `Bearer ${key}` } });
    return response.json();
  };

  /** Sends events to the collector. */
  const record = async (...events: readonly object[]) => {
    collectKey ||= execFileSync(
      process.execPath,
      [
        'dist/cli.js',
        'key',
        'create',
        '--account',
        'demo@example.com',
        '--scope',
        'collect',
        '--site',
        siteId,
      ],
      { env: { PATH, TMPDIR, DATA_DIR: folder }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    ).trim();
    const response = await fetch(`${url}/collect/sites/${siteId}/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${collectKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(events),
    });
    if (!response.ok) throw new Error(await response.text());
  };

  const followSignInLink = async (): Promise<Given> => {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENTLY.timeout);
    await page.goto(readFileSync(join(folder, 'demo-sign-in-link'), 'utf8').trim());
    await page.waitForURL(`${url}/`);
    const storageState = await page.context().storageState();
    await page.close();
    return { storageState, signedIn: false };
  };

  beforeAll(async () => {
    const port = env === undefined ? 0 : await freePort();
    const child = spawn(process.execPath, ['dist/cli.js', 'start', '--port', String(port)], {
      env: { PATH, TMPDIR, DATA_DIR: folder, LOG_LEVEL: 'warn', ...(await env?.(port)) },
    });
    const finished = finish(child);
    stop = async () => {
      child.kill('SIGTERM');
      await finished;
    };
    [, url = ''] = await untilMatch(child.stdout, /^listening on (\S+)\n/);
    key = readFileSync(join(folder, 'demo-key'), 'utf8').trim();
    const { sites } = await readRest('sites');
    siteId = sites[0].id;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    url: () => url,
    siteId: () => siteId,
    /** Where the key of the demo is. */
    keyFile: () => join(folder, 'demo-key'),
    readRest,
    record,
    /** Signs the owner of the demo in, once; what it returns is for `open`, with which each window has the session. */
    signInOwner(): Promise<Given> {
      return (owner ??= followSignInLink());
    },
    /** Opens a path in a window of its own. A key stands in for the session. */
    async open(path: string, { signedIn = true, ...options }: Given = {}): Promise<Opened> {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      context.setDefaultTimeout(PATIENTLY.timeout);
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(url)) faults.push(`requested ${request.url()}`);
      });
      page.on('pageerror', ({ message }) => faults.push(message));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) faults.push(message.text());
      });
      if (signedIn) {
        await page.route('**/graphql', (route) =>
          route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${key}` } }),
        );
      }
      await page.goto(url + path);
      return { page, faults };
    },
  };
}

/** What axe finds serious or worse, by rule and place. It is not stopped by the policy, as it runs from outside. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate<string[]>(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' at ' + target.join(' '))))`);
}

import pg from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finish, untilMatch, useCommandLine } from '../cli/support.ts';
import { crawlLine } from '../logs/memory-book.ts';
import { connectChromium, openWindow } from '../support/connect-chromium.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';

const { runWith, begin } = useCommandLine();
const EMAIL = 'owner@example.com';
/** More than an address may fail, so that guesses end. */
const MANY_TRIES = 40;
const PASSWORD = 'correct horse battery';
const RANGE = '?start=2026-02-20&end=2026-03-05';

describeWithPostgres('an owner on PostgreSQL, with two processes', () => {
  let env: Readonly<Record<string, string>>;
  let siteId = '';
  let first: Serving;
  let second: Serving;
  let browser: Browser;

  beforeAll(async () => {
    const [server, chromium] = await Promise.all([startPostgres(), connectChromium()]);
    browser = chromium;
    env = { DATABASE_URL: server.url };
    await runWith({ env }, 'migrate');
    await runWith({ env }, 'account', 'create', '--email', EMAIL, '--plan', 'pro');
    const made = ['site', 'create', '--account', EMAIL, '--domain', 'shop.example', '--json'];
    ({ id: siteId } = JSON.parse((await runWith({ env }, ...made)).stdout) as { readonly id: string });
    [first, second] = await Promise.all([serve(), serve()]);
    const context = await openWindow(browser);
    await choosePassword(await context.newPage());
    await context.close();
    return () => Promise.all([chromium.close(), server.stop()]);
  });

  async function serve(port = '0'): Promise<Serving> {
    const child = begin({ env }, 'serve', '--port', port);
    const finished = finish(child);
    const [, url = ''] = await untilMatch(child.stdout, /^listening on (\S+)\n/);
    const stop = async () => {
      child.kill('SIGTERM');
      await finished;
    };
    return { url, stop };
  }

  /** With the link of an invitation, which is for the address that the first process has. */
  async function choosePassword(page: Page): Promise<void> {
    const { stdout } = await runWith({ env: { ...env, PUBLIC_URL: first.url } }, 'account', 'invite', EMAIL);
    await page.goto(stdout.trim());
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await page.getByRole('link', { name: 'shop.example' }).waitFor();
  }

  /** One visit to each of so many pages, ten days of them. */
  async function visitPages(count: number): Promise<void> {
    const client = new pg.Client({ connectionString: env['DATABASE_URL'] });
    await client.connect();
    await client.query(
      `insert into events (site_id, created_at, type, page_path, country, bot_name, bot_company)
       select $1, timestamptz '2026-01-01' + make_interval(days => n % 10, secs => n % 86400), 'bot',
              '/page/' || n, 'XX', 'GPTBot', 'OpenAI'
       from generate_series(1, $2::int) as n`,
      [siteId, count],
    );
    await client.end();
    await runWith({ env }, 'rebuild', '--site', siteId);
  }

  async function signIn(page: Page, password: string): Promise<void> {
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  describe('signed in', () => {
    let context: BrowserContext;
    let page: Page;

    beforeEach(async () => {
      context = await openWindow(browser);
      page = await context.newPage();
      await page.goto(`${first.url}/sign-in`);
      await signIn(page, PASSWORD);
      await page.getByRole('link', { name: 'shop.example' }).waitFor();
      return () => context.close();
    });

    it('sees what was imported, whichever process answers', async () => {
      const stdin = Array.from({ length: 1_234 }, (_, n) => crawlLine(n)).join('');
      await runWith({ env, stdin }, 'logs', 'import', '--site', siteId, '-');
      for (const { url } of [first, second]) {
        await page.goto(`${url}/sites/${siteId}${RANGE}`);
        await page.getByRole('cell', { name: '1,234' }).first().waitFor();
      }
    });

    it('sees all of 45 sites, and finds one', async () => {
      const names = Array.from({ length: 44 }, (_, n) => `site-${n + 1}.example`);
      for (const name of names)
        await runWith({ env }, 'site', 'create', '--account', EMAIL, '--domain', name);
      await page.goto(`${first.url}/`);
      await page.getByText(/^45 sites/).waitFor();
      const sites = page.getByRole('region', { name: 'All sites' }).getByRole('rowheader');
      expect((await sites.allTextContents()).slice(1, 45)).toEqual(
        names.map((name) => `${name}Nothing recorded yet`),
      );
      await page.getByLabel('Search in sites').fill('SITE-17.');
      await expect.poll(() => sites.count()).toBe(1);
      await page.reload();
      await expect.poll(() => sites.allTextContents()).toEqual(['site-17.exampleNothing recorded yet']);
    });

    it('reads the pages of a site with 100,000 of them in parts, and searches them all', async () => {
      await visitPages(100_000);
      await page.goto(`${first.url}/sites/${siteId}/pages?start=2026-01-01&end=2026-01-10`);
      await page.getByRole('row', { name: 'Total' }).getByText('100,000').waitFor();
      const paths: string[] = [];
      for (const part of ['1 – 25', '26 – 50', '51 – 75', '76 – 100']) {
        await page.getByText(part, { exact: true }).waitFor();
        paths.push(...(await page.locator('tbody').getByRole('rowheader').allTextContents()));
        await page.getByRole('button', { name: 'Next 25' }).click();
      }
      expect(new Set(paths).size).toBe(100);
      await page.getByLabel('Search in paths').fill('/page/99999');
      await page.keyboard.press('Enter');
      await page.getByRole('row', { name: 'This page' }).waitFor();
      expect(await page.locator('tbody').getByRole('rowheader').allTextContents()).toEqual(['/page/99999']);
    });

    it('is signed out in each tab once one of them signs out, and comes back to the same place', async () => {
      const other = await context.newPage();
      await other.goto(`${second.url}/${RANGE}`);
      await other.getByRole('link', { name: 'shop.example' }).waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL('**/sign-in**');
      await other.reload();
      await other.waitForURL('**/sign-in?to=**');
      await signIn(other, PASSWORD);
      await other.waitForURL(`${second.url}/${RANGE}`);
    });

    it('keeps what was read while the server is away, and reads again once it is back', async () => {
      const third = await serve();
      await page.goto(third.url);
      await page.getByRole('link', { name: 'shop.example' }).waitFor();
      await third.stop();
      await page.keyboard.press('y');
      await page.getByRole('alert').getByText('The server does not respond.').waitFor();
      await page.getByRole('link', { name: 'shop.example' }).waitFor();
      const again = await serve(new URL(third.url).port);
      await page.getByRole('button', { name: 'Ask again' }).click();
      await page.getByRole('alert').waitFor({ state: 'detached' });
      await again.stop();
    });
  });

  it('who guesses is told the same each time, and must wait in the end', async () => {
    const context = await openWindow(browser);
    const page = await context.newPage();
    await page.goto(`${second.url}/sign-in`);
    const alert = page.getByRole('alert');
    let told = '';
    for (let tries = 0; tries < MANY_TRIES && !told.startsWith('Too many failed'); tries++) {
      const answered = page.waitForResponse('**/session');
      await signIn(page, 'a wrong password');
      await answered;
      told = (await alert.textContent()) ?? '';
    }
    expect(told).toContain('Too many failed');
    await context.close();
  });
});

type Serving = { readonly url: string; readonly stop: () => Promise<void> };

import { describe, expect, it } from 'vitest';
import { seriousFindings, useProduct } from './product.ts';

const product = useProduct();

const SCREENS = [
  ['events', (site: string) => `/sites/${site}/events`],
  ['pages', (site: string) => `/sites/${site}/pages`],
  ['keys', () => '/settings/keys'],
] as const;

describe('a page that is older than the server', () => {
  it.each(SCREENS)('says that the screen of the %s did not load, and loads it again', async (name, path) => {
    const { page, faults } = await product.open('/sign-in');
    const script = `**/assets/${name}-*.js`;
    await page.route(script, (route) => route.fulfill({ status: 404 }));
    await page.goto(new URL(path(product.siteId()), page.url()).href);
    await page.getByText('This page did not load.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([expect.stringContaining('404')]);
    await page.unroute(script);
    await page.getByRole('button', { name: 'Load again' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('says so when the server does not know its fields', async () => {
    const { page } = await product.open('/sign-in');
    const errors = [{ message: 'x', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }];
    await page.route('**/graphql', (route) => route.fulfill({ json: { errors } }));
    await page.goto(new URL('/', page.url()).href);
    await page.getByText('This page is older than the server.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Load again' }).click();
    await page.getByRole('link', { name: 'Demo' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

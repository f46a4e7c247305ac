import { describe, expect, it } from 'vitest';
import { seriousFindings, useProduct } from './product.ts';

const product = useProduct();

const screens = () => [
  `/sites/${product.siteId()}/events`,
  `/sites/${product.siteId()}/pages`,
  '/settings/keys',
];

describe('a page that is older than the server', () => {
  it('says that a screen did not load, and loads it again', async () => {
    for (const path of screens()) {
      const { page, faults } = await product.open('/sign-in');
      const script = `**/assets/${path.split('/').pop()}-*.js`;
      await page.route(script, (route) => route.fulfill({ status: 404 }));
      await page.goto(new URL(path, page.url()).href);
      await page.getByText('This page did not load.').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(faults).toEqual([expect.stringContaining('404')]);
      await page.unroute(script);
      await page.getByRole('button', { name: 'Load again' }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.context().close();
    }
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
    await page.waitForURL('**/sign-in**');
    await page.context().close();
  });
});

import { describe, expect, it } from 'vitest';
import { seriousFindings, useProduct } from './product.ts';

const product = useProduct();

const UNAUTHORIZED = 'status of 401';

describe('the sign-in', () => {
  it.each([
    [390, 'light'],
    [390, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)(
    'at %d px in the %s theme is accessible, and does nothing that it should not',
    async (width, theme) => {
      const { page, faults } = await product.open('/sign-in', {
        ...{ viewport: { width, height: 900 }, colorScheme: theme, signedIn: false },
      });
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  it('is where a page leads without a session, and leads back to it', async () => {
    const { page, faults } = await product.open(`/sites/${product.siteId()}?range=7d`, { signedIn: false });
    await page.waitForURL('**/sign-in?to=**');
    await page.route('**/session', (route) => route.fulfill({ status: 204 }));
    await page.getByLabel('E-mail').fill('owner@example.com');
    await page.getByLabel('Password').fill('secret');
    const [request] = await Promise.all([
      page.waitForRequest('**/session'),
      page.getByRole('button', { name: 'Sign in' }).click(),
    ]);
    expect([request.method(), request.postDataJSON()]).toEqual([
      ...['POST', { email: 'owner@example.com', password: 'secret' }],
    ]);
    await page.waitForURL(`**/sites/${product.siteId()}?range=7d`);
    expect(faults.filter((fault) => !fault.includes(UNAUTHORIZED))).toEqual([]);
    await page.context().close();
  });

  it.each([
    [403, 'That did not match.'],
    [429, 'Too many tries.'],
    [503, 'The server does not respond.'],
  ])('says so after a refusal with %d', async (status, words) => {
    const { page } = await product.open('/sign-in', { signedIn: false });
    await page.route('**/session', (route) => route.fulfill({ status }));
    await page.getByLabel('E-mail').fill('owner@example.com');
    await page.getByLabel('Password').fill('secret');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText(words).waitFor();
    await page.context().close();
  });

  it('says that a link is not valid, before it asks for anything', async () => {
    const { page } = await product.open('/sign-in#token=used-before', { signedIn: false });
    await page.getByRole('alert').getByText('The link is not valid.').waitFor();
    await page.getByRole('link', { name: 'Sign in with a password' }).click();
    await page.getByLabel('E-mail').waitFor();
    await page.context().close();
  });

  it('lets the owner of a link choose a password, and does not keep the link in the history', async () => {
    const { page } = await product.open('/sign-in', { signedIn: false });
    const bodies: unknown[] = [];
    await page.route('**/session', (route) => {
      bodies.push(route.request().postDataJSON());
      return route.fulfill({ status: bodies.length === 1 ? 422 : 204 });
    });
    await page.goto('about:blank');
    await page.goto(new URL('/sign-in#token=abc', product.url()).href);
    await page.getByLabel('New password').fill('a long secret');
    expect(await page.evaluate('location.hash')).toBe('');
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await page.waitForURL(`${product.url()}/**`);
    await expect.poll(() => bodies).toEqual([{ token: 'abc' }, { token: 'abc', password: 'a long secret' }]);
    await page.context().close();
  });
});

it('leads to the page for trying GraphQL', async () => {
  const { page } = await product.open('/sign-in', { signedIn: false });
  await page.getByRole('link', { name: 'GraphQL API' }).click();
  await page.waitForURL('**/graphql');
  await expect.poll(() => page.title()).toMatch(/GraphiQL/);
  await page.context().close();
});

it('the list of sites leads to the overview of one', async () => {
  const { page, faults } = await product.open('/?range=7d');
  await page.getByRole('link', { name: 'Demo' }).click();
  await page.waitForURL(`**/sites/${product.siteId()}?range=7d`);
  await page.getByText('Other pages').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

it('a chosen theme stays', async () => {
  const { page } = await product.open('/', { colorScheme: 'light' });
  const scheme = () => page.evaluate('getComputedStyle(document.documentElement).colorScheme');
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  expect(await scheme()).toBe('dark');
  await page.reload();
  expect(await scheme()).toBe('dark');
  await page.context().close();
});

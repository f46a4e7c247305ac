import { describe, expect, it } from 'vitest';
import { expectFitsAndIsAccessible, seriousFindings, useProduct } from './product.ts';

const product = useProduct();

const UNAUTHORIZED = 'status of 401';

describe('the sign-in', () => {
  it('is accessible at every width and in both themes, and does nothing that it should not', async () => {
    const { page, faults } = await product.open('/sign-in', { signedIn: false });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectFitsAndIsAccessible(page);
    // the picture beside it is dark in both themes, and so are its colours
    const colours = `Array.from(document.querySelectorAll('.cap .mark'), (mark) => getComputedStyle(mark).color)`;
    const inLight = await page.evaluate(colours);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await page.evaluate(colours)).toEqual(inLight);
    expect(faults).toEqual([]);
  });

  it('is where a page leads without a session, and leads back to it', async () => {
    const { page, faults } = await product.open(`/sites/${product.siteId()}?range=7d`, { signedIn: false });
    await page.waitForURL('**/sign-in?to=**');
    await page.getByLabel('E-mail').waitFor();
    // nothing was asked for that would be refused
    expect(faults).toEqual([]);
    await page.route('**/session', (route) => route.fulfill({ status: 204 }));
    await page.context().addCookies([{ name: 'session', value: 'x'.repeat(43), url: product.url() }]);
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
  });

  it('is where / leads, without an error in the console, and where a session that has ended does', async () => {
    const { page, faults } = await product.open('/', { signedIn: false });
    await page.waitForURL('**/sign-in');
    await page.getByLabel('E-mail').waitFor();
    expect(faults).toEqual([]);
    await page.context().addCookies([{ name: 'session', value: 'x'.repeat(43), url: product.url() }]);
    await page.goto(`${product.url()}/settings/keys`);
    await page.waitForURL('**/sign-in?to=%2Fsettings%2Fkeys');
    expect(faults).toEqual([expect.stringContaining(UNAUTHORIZED)]);
  });

  const ORIGIN_REFUSED = 'The Origin header must be http://127.0.0.1:4000, the address of this service.';

  it.each([
    [401, { error: 'x', code: 'SIGN_IN_FAILED' }, 'That did not match.'],
    [403, { error: ORIGIN_REFUSED, code: 'ORIGIN_REFUSED' }, ORIGIN_REFUSED],
    [403, undefined, 'The server answered with status 403.'],
    [429, { error: 'Wait 7 seconds.', code: 'RATE_LIMITED' }, 'Wait 7 seconds.'],
    [503, undefined, 'The server does not respond.'],
  ])('says why after a refusal with %d %j', async (status, json, words) => {
    const { page } = await product.open('/sign-in', { signedIn: false });
    await page.route('**/session', (route) => route.fulfill({ status, ...(json && { json }) }));
    await page.getByLabel('E-mail').fill('owner@example.com');
    await page.getByLabel('Password').fill('secret');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText(words).waitFor();
    expect(await page.getByText('That did not match.').count()).toBe(json?.code === 'SIGN_IN_FAILED' ? 1 : 0);
  });

  it('says that a link is not valid, before it asks for anything', async () => {
    const { page } = await product.open('/sign-in#token=used-before', { signedIn: false });
    await page.getByRole('alert').getByText('The link is not valid.').waitFor();
    await page.getByRole('link', { name: 'Sign in with a password' }).click();
    await page.getByLabel('E-mail').waitFor();
  });

  it('lets the owner of a link choose a password, says what is refused, and does not keep the link in the history', async () => {
    const { page } = await product.open('/sign-in', { signedIn: false });
    const bodies: unknown[] = [];
    const answers = [
      { status: 403, json: { error: ORIGIN_REFUSED, code: 'ORIGIN_REFUSED' } },
      { status: 200, json: { asks_for_password: true } },
      { status: 400, json: { error: 'The password must have more.', code: 'INVALID_PASSWORD' } },
    ];
    await page.route('**/session', (route) => {
      bodies.push(route.request().postDataJSON());
      return route.fulfill(answers[bodies.length - 1] ?? { status: 204 });
    });
    await page.goto('about:blank');
    await page.goto(new URL('/sign-in#token=abc', product.url()).href);
    await page.getByRole('alert').getByText(ORIGIN_REFUSED).waitFor();
    expect(await page.getByLabel('New password').count()).toBe(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('New password').fill('a long secret');
    await page.getByText('10 to 1,000 characters.').waitFor();
    expect(await page.evaluate('location.hash')).toBe('');
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await page.getByRole('alert').getByText('The password must have more.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    // the answer made no session, so the first screen leads back to the sign-in
    await page.getByLabel('E-mail').waitFor();
    const chosen = { token: 'abc', password: 'a long secret' };
    const check = { token: 'abc', check: true };
    await expect.poll(() => bodies).toEqual([check, check, chosen, chosen]);
  });
});

it('leads to the page for trying GraphQL', async () => {
  const { page } = await product.open('/sign-in', { signedIn: false });
  await page.getByRole('link', { name: 'GraphQL API' }).click();
  await page.waitForURL('**/graphql');
  await expect.poll(() => page.title()).toMatch(/GraphiQL/);
});

it('the list of sites leads to the overview of one', async () => {
  const { page, faults } = await product.open('/?range=7d');
  await page.getByRole('link', { name: 'Demo' }).click();
  await page.waitForURL(`**/sites/${product.siteId()}?range=7d`);
  await page.getByText('Other pages').waitFor();
  expect(faults).toEqual([]);
});

it('a chosen theme stays', async () => {
  const { page } = await product.open('/', { colorScheme: 'light' });
  const scheme = () => page.evaluate('getComputedStyle(document.documentElement).colorScheme');
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  expect(await scheme()).toBe('dark');
  await page.reload();
  expect(await scheme()).toBe('dark');
});

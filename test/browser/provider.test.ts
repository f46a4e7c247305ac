import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type TestProvider, startOpenidProvider } from '../support/openid-provider.ts';
import { expectFitsAndIsAccessible, useProduct } from './product.ts';

let provider: TestProvider;

const product = useProduct({
  async env(port) {
    const url = `http://127.0.0.1:${port}`;
    provider = await startOpenidProvider(`${url}/session/oidc/callback`);
    const { issuer, clientId, clientSecret } = provider.settings;
    return {
      PUBLIC_URL: url,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Example "ID" & <Co>',
    };
  },
});

/** Signs in and consents, under a name that the provider does not check. */
async function passProvider(page: Page, name: string, email: string): Promise<void> {
  provider.people.set(name, { email, email_verified: true });
  // a font of the provider's pages
  await page.route('https://**', (route) => route.abort());
  await page.getByRole('link', { name: LINK, exact: true }).click();
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

const LINK = 'Sign in with Example "ID" & <Co>';

it('leads an owner through the page of the provider, and back to the page that they wanted', async () => {
  const { page } = await product.open(`/sites/${product.siteId()}?range=7d`, { signedIn: false });
  await passProvider(page, 'demo', 'demo@example.com');
  await page.waitForURL(`${product.url()}/sites/${product.siteId()}?range=7d`);
  await page.getByText('Other pages').waitFor();
});

it('says why the provider signed nobody in', async () => {
  const { page } = await product.open('/sign-in', { signedIn: false });
  await passProvider(page, 'stranger', 'stranger@example.com');
  await page.getByRole('alert').getByText('No account has your e-mail address.').waitFor();
});

it.each([
  ['expired', 'The sign-in took too long, or began in another window.'],
  ['refused', 'did not sign you in.'],
  ['unavailable', 'does not respond.'],
  ['unverified', 'has not verified your e-mail address.'],
  ['taken', 'The account belongs to someone else at'],
  ['limited', 'Too many tries.'],
  ['anything', 'failed.'],
])('words the failure %s', async (failed, words) => {
  const { page } = await product.open(`/sign-in?failed=${failed}`, { signedIn: false });
  await page.getByRole('alert').getByText(words).waitFor();
});

it('is accessible at every width and in both themes', async () => {
  const { page, faults } = await product.open('/sign-in?failed=taken', { signedIn: false });
  await page.getByRole('link', { name: LINK, exact: true }).waitFor();
  await expectFitsAndIsAccessible(page);
  expect(faults).toEqual([]);
});

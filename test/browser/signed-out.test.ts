import { expect, it } from 'vitest';
import { useProduct } from './product.ts';

const product = useProduct({ own: true });

it('a tab shows at its next read that another tab has signed out, and keeps what it read', async () => {
  const { page } = await product.open('/settings/account', await product.signInOwner());
  const other = await page.context().newPage();
  const path = `/sites/${product.siteId()}?range=7d`;
  await other.goto(product.url() + path);
  await other.getByText('Other pages').waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/sign-in');
  await other.evaluate("dispatchEvent(new Event('online'))");
  await other.getByRole('alert').getByText('You are signed out.').waitFor();
  expect(await other.getByText('Other pages').isVisible()).toBe(true);
  expect(await other.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    `/sign-in?to=${encodeURIComponent(path)}`,
  );
});

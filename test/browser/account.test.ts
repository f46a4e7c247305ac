import { expect, it } from 'vitest';
import { useProduct } from './product.ts';

const product = useProduct();

it('sessions that began within a minute are told apart, also where one is ended', async () => {
  const { page } = await product.open('/sign-in');
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const { account } = answer.data;
    account.sessions &&= ['03', '07', '41', '42', '59'].map((second) => ({
      ...account.sessions[0],
      ...{
        id: `session_${second}`,
        isCurrent: second === '03',
        createdAt: `2025-03-15T12:34:${second}.000Z`,
      },
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    }));
    await route.fulfill({ response, json: answer });
  });
  await page.goto(`${product.url()}/settings/account`);
  await page.getByRole('button', { name: 'All 5 sessions' }).click();
  const list = page.getByRole('dialog');
  await list.getByText('since Mar 15, 2025, 12:34:41 UTC').waitFor();
  const texts = await list.getByRole('rowheader').allTextContents();
  expect(new Set(texts).size).toBe(5);
  const ends = list.getByRole('button', { name: /^End the session of/ });
  const names = await ends.evaluateAll((all) => all.map((end) => end.getAttribute('aria-label')));
  expect(new Set(names).size).toBe(4);
  await ends.nth(1).click();
  const dialog = page.getByRole('alertdialog', { name: 'End the session of Firefox on Linux?' });
  await dialog.getByText('It began on Mar 15, 2025, 12:34:41 UTC.').waitFor();
});

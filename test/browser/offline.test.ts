import { describe, expect, it } from 'vitest';
import { useProduct } from './product.ts';

const product = useProduct();

const SCREENS = [
  { name: 'the overview', path: '', shown: 'Other pages' },
  { name: 'the events', path: '/events', shown: /^200 of [\d,]+ read$/ },
  { name: 'the pages', path: '/pages', shown: /^These 25 pages$/ },
  { name: 'a bot', path: '/bots/GPTBot', shown: 'All pages that it visited' },
];

it('Next says beside it, too, that it was pressed offline', async () => {
  const { page } = await product.open(`/sites/${product.siteId()}/pages`);
  const next = page.getByRole('button', { name: 'Next 25' });
  await next.waitFor();
  await page.context().setOffline(true);
  await next.click();
  const said = page.locator('.pages .foot').getByText('You are offline. This page asks again automatically.');
  await said.waitFor();
  expect(await page.getByRole('alert').allTextContents()).toEqual([
    expect.stringContaining('You are offline. This page asks again automatically.'),
  ]);
  await page.context().setOffline(false);
  await page.getByText(/^26 – \d+$/).waitFor();
  expect(await said.count()).toBe(0);
});

describe('offline', () => {
  it.each(SCREENS)('$name says so, and reads again once it is online', async (screen) => {
    const { page } = await product.open(`/sites/${product.siteId()}${screen.path}`);
    const shown = page.getByText(screen.shown);
    const note = page.getByRole('alert').getByText('You are offline.');
    await shown.waitFor();
    await page.context().setOffline(true);
    // a step to other days needs the server
    await page.keyboard.press('w');
    await note.waitFor();
    await page.getByRole('button', { name: 'Ask again' }).click();
    await note.waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    await page.context().setOffline(false);
    await note.waitFor({ state: 'detached' });
    await shown.waitFor();
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { readableName } from '../../src/dashboard/parts/name-text.ts';
import { readablePath } from '../../src/dashboard/parts/path-text.ts';
import { useProduct } from './product.ts';

const product = useProduct({ own: true });

/** The longest that the collector accepts. */
const NAME_LENGTH = 200;
const PATH_LENGTH = 2048;

const TEXTS = [
  '<script>hacked=1</script>',
  '<img src=//evil.example/a.png onerror=hacked=1>',
  '"><svg onload=hacked=1>',
  '\u202egnp.tob\u2066',
  'בוט של חברה',
  '👩‍👩‍👧‍👦🤖',
];

const repeated = (text: string, length: number) => text.repeat(Math.floor(length / text.length));

const HOSTILE = TEXTS.flatMap((text) => [
  { name: text, path: `/${text}` },
  { name: repeated(text, NAME_LENGTH), path: `/${repeated(text, PATH_LENGTH - 1)}` },
]);

beforeAll(async () => {
  await product.record(
    ...HOSTILE.flatMap(({ name, path }) => [
      { type: 'bot', bot_name: name, bot_company: name, page_path: path },
      { type: 'conversion', event_name: name, event_value: 1, page_path: path },
    ]),
  );
});

describe('hostile names and paths are text', () => {
  const open = (path: string) => product.open(`/sites/${product.siteId()}${path}`);

  const expectHarmless = async ({ page, faults }: Awaited<ReturnType<typeof open>>) => {
    expect(await page.evaluate("'hacked' in window")).toBe(false);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    }
    expect(faults).toEqual([]);
  };

  it('among the events', async () => {
    const opened = await open('/events?type=bot');
    const { page } = opened;
    await page.getByText(/^200 of [\d,]+ read$/).waitFor();
    const paths = await page.locator('tbody td.p').allTextContents();
    expect(paths.slice(0, HOSTILE.length).sort()).toEqual(
      HOSTILE.map(({ path }) => readablePath(path)).sort(),
    );
    await expectHarmless(opened);
  });

  it('in the list of all goals', async () => {
    const opened = await open('');
    const { page } = opened;
    await page.getByRole('button', { name: /^All \d+ goals$/ }).click();
    const dialog = page.getByRole('dialog');
    for (const { name } of HOSTILE) {
      await dialog.getByRole('searchbox').fill(name);
      await dialog
        .locator('tbody th')
        .filter({ hasText: readableName(name) })
        .first()
        .waitFor();
    }
    await dialog.getByRole('searchbox').fill('');
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(
        await page.evaluate("document.querySelector('dialog').scrollWidth - innerWidth"),
      ).toBeLessThanOrEqual(0);
    }
    await expectHarmless(opened);
  });

  it('among all bots', async () => {
    const opened = await open('/bots?range=7d');
    const { page } = opened;
    for (const { name } of HOSTILE) {
      await page.getByRole('searchbox').fill(name);
      await page
        .locator('tbody th')
        .filter({ hasText: readableName(name) })
        .first()
        .waitFor();
    }
    await page.getByRole('searchbox').fill('');
    await page.getByText(/^1 – 25 of/).waitFor();
    await expectHarmless(opened);
  });

  it('in the sheet of a bot', async () => {
    const opened = await open('');
    const { page } = opened;
    for (const { name, path } of HOSTILE) {
      await page.goto(`${product.url()}/sites/${product.siteId()}/bots/${encodeURIComponent(name)}`);
      await page.getByText('All pages that it visited').waitFor();
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(readableName(name));
      expect(await page.getByRole('rowheader').allTextContents()).toContain(readablePath(path));
      await expectHarmless(opened);
    }
  });
});

import type { Page } from 'playwright-core';

type Refused = { readonly code: string; readonly message?: string };

/** From now on, the server's answers have holes where fields of the site are: these were refused. */
export async function refuseFields(
  page: Page,
  fields: readonly string[],
  { code, message = 'x' }: Refused = { code: 'RATE_LIMITED' },
): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const refused = fields.filter((field) => data.site[field] !== undefined);
    const site = { ...data.site, ...Object.fromEntries(refused.map((field) => [field, null])) };
    const errors = refused.map((field) => ({
      ...{ message, path: ['site', field] },
      extensions: { code, ...(code === 'RATE_LIMITED' && { retry_after: 30 }) },
    }));
    await route.fulfill({
      json: errors.length === 0 ? { data } : { data: { ...data, site }, errors },
    });
  });
}

/** The names of the sheets that say so. */
export async function sheetsThatSay(page: Page, text: string): Promise<readonly (string | null)[]> {
  const sheets = page.getByRole('region').filter({ hasText: text });
  await sheets.first().waitFor();
  return sheets.evaluateAll((all) =>
    all.map(
      (sheet) =>
        sheet.getAttribute('aria-label') ??
        document.getElementById(sheet.getAttribute('aria-labelledby') ?? '')?.textContent ??
        null,
    ),
  );
}

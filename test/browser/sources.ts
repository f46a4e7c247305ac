import type { Page } from 'playwright-core';
import type { SourcePartsFragment } from '../../src/dashboard/generated/graphql.ts';

type Shown = { sources: readonly SourcePartsFragment[] };

/** From now on, the site has these sources, which the test may exchange, as far as the screens can see. */
export async function withSources(page: Page, shown: Shown): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    if (answer.data?.site?.sources) answer.data.site.sources = shown.sources;
    await route.fulfill({ response, json: answer });
  });
}

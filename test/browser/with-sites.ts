import type { Page } from 'playwright-core';

type Site = Readonly<Record<'id' | 'name' | 'domain', string>> & { readonly firstEventAt?: string };

/**
 * From now on, the account has these sites besides its own, as far as the frame around the screens can see, and its own
 * may have other names.
 */
export async function withSites(page: Page, sites: readonly Site[], own: Partial<Site> = {}): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    Object.assign(answer.data?.sites?.[0] ?? {}, own);
    answer.data?.sites?.push(...sites);
    await route.fulfill({ response, json: answer });
  });
}

export const manySites = (count: number): readonly Site[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: `site_${index}`, name: `Shop ${index}`, domain: `shop-${index}.agency.example` },
  }));

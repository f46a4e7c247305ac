import { expect, it } from 'vitest';
import { lengthenAnswers } from './long-answers.ts';
import { expectFitsAndIsAccessible, useProduct } from './product.ts';

const product = useProduct();

/** From a phone to a large screen: each has a frame of its own. */
const WIDTHS = [390, 768, 1280, 1920] as const;

/** Where something may be pushed out of the window. Axe, which takes longer, looks at the four above only. */
const ALL_WIDTHS = [320, 360, 390, 768, 1024, 1280, 1440, 1920, 2560] as const;

/** Each screen, by a text that it shows when it has loaded. */
const SCREENS: readonly (readonly [name: string, path: (site: string) => string, loaded: string | RegExp])[] =
  [
    ['all sites', () => '/', 'Last event'],
    ['overview', (site) => `/sites/${site}`, 'Other pages'],
    ['events', (site) => `/sites/${site}/events`, /^200 of [\d,]+ read$/],
    ['bot', (site) => `/sites/${site}/bots/GPTBot`, 'All pages that it visited'],
    ['bots', (site) => `/sites/${site}/bots`, 'Total'],
    ['pages', (site) => `/sites/${site}/pages`, 'Total'],
    ['get traffic in', (site) => `/sites/${site}/traffic-in`, 'Cloudflare Logpush'],
    ['one way in', (site) => `/sites/${site}/traffic-in/fluent-bit`, 'Add an input and an output'],
    ['recording', (site) => `/sites/${site}/recording`, 'API keys'],
    ['settings: sites', () => '/settings/sites', 'Your sites'],
    ['settings: API keys', () => '/settings/keys', 'active key'],
    ['settings: alerts', () => '/settings/alerts', 'Quota'],
    ['settings: account', () => '/settings/account', 'Audit log'],
    ['documentation', () => '/docs', 'Ways in'],
    ['a page of the documentation', () => '/docs/commands', 'No command ever prompts'],
    ['reference', () => '/docs/rest/operations', 'Authentication'],
    ['reference: stats', () => '/docs/rest/stats', 'Try it'],
    ['reference: collector', () => '/docs/rest/collect', 'Try it'],
    ['reference: errors', () => '/docs/rest/errors', 'RATE_LIMITED'],
    ['reference: headers', () => '/docs/rest/headers', 'RateLimit-Policy'],
    ['reference: GraphQL', () => '/docs/graphql/schema', 'Run'],
    ['no such site', () => '/sites/x', 'There is no such site'],
  ];

it.each(SCREENS)(
  '%s fits every width with long names, and is accessible in both themes',
  async (_, path, loaded) => {
    const { page, faults } = await product.open(path(product.siteId()), { prepare: lengthenAnswers });
    await page.getByText(loaded).first().waitFor();
    const tooWide: (readonly [width: number, by: number])[] = [];
    for (const width of ALL_WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      tooWide.push([width, await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')]);
    }
    expect(tooWide).toEqual(ALL_WIDTHS.map((width) => [width, 0]));
    await expectFitsAndIsAccessible(page, WIDTHS);
    expect(faults).toEqual([]);
  },
);

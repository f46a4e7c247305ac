import type { Page } from 'playwright-core';

/** The most letters that a name may have, in words and without any space. */
const NAMES = ['A name of many words '.repeat(10).slice(0, 200), 'Unbreakable'.repeat(19).slice(0, 200)];

const LABEL = 'customers-of-an-agency-in-a-large-city-with-many-shops-of-its-own';
const DOMAIN = `${`${LABEL.slice(0, 60)}.`.repeat(4)}net`;

const PATH = `/${'catalogue-'.repeat(30)}`;

/** What is made longer in an answer, by its field. */
const LONGER: Readonly<Record<string, readonly unknown[]>> = {
  ...Object.fromEntries(
    ['name', 'botName', 'botCompany', 'company', 'eventName', 'source'].map((field) => [field, NAMES]),
  ),
  domain: [DOMAIN, DOMAIN],
  pagePath: [PATH, `${PATH}with spaces/`.replaceAll('-', ' ')],
  value: [-224_999_983_980_246_500, 0.01],
};

const MOST_SITES = 30;

/** Lets the answers of the demo have names as long as they may be, many sites, and keys of one site. Two of three rows are changed. */
export async function lengthenAnswers(page: Page): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { readonly data?: Data };
    const { sites, account } = answer.data ?? {};
    const more = sites && {
      sites: Array.from(
        { length: MOST_SITES },
        (_, index) => sites[index] ?? { ...sites[0], id: `site_${index}` },
      ),
    };
    const keys = account?.keys?.map((key) => ({ ...key, scope: 'COLLECT', siteId: sites?.[0]?.id }));
    const data = {
      ...answer.data,
      ...more,
      ...(account && { account: { ...account, ...(keys && { keys }) } }),
    };
    await route.fulfill({ response, json: lengthened({ ...answer, data }, 0) });
  });
}

type Data = {
  readonly sites?: readonly { readonly id: string }[];
  readonly account?: { readonly keys?: readonly object[] };
};

function lengthened(value: unknown, row: number): unknown {
  if (Array.isArray(value)) return value.map(lengthened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      const longer = inner === null ? undefined : LONGER[field]?.[row % 3];
      return [field, longer ?? lengthened(inner, row)];
    }),
  );
}

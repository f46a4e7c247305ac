import type { Page } from 'playwright-core';
import { sourceParts } from '../support/source-parts.ts';

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

/** Sources with whatever is longest in them, the first of which is in trouble. */
const SOURCES = ['vercel', 'logpush', 'lines'].map((sender, at) =>
  sourceParts({
    ...{ id: sender, sender, keyId: 'key', lastRecordedAt: '2026-01-01T00:00:00.000Z' },
    ...(at === 1 && { kind: 'LOG', name: `${PATH}access.log` }),
    lastBatch: { at: '2026-01-01T00:00:00.000Z', records: 123_456_789, bytes: 987_654_321_012 },
    limits: [{ code: at === 0 ? 'no-user-agent' : 'no-host', remedy: NAMES[1] ?? '' }],
    window: {
      ...{ records: 123_456_789_012, events: 9_876_543_210, repeats: 1_234_567 },
      skipped: [
        { reason: 'ordinary-visit', count: 113_580_245_802, sample: `GET ${DOMAIN}${PATH}` },
        { reason: NAMES[1] ?? '', count: 1, sample: null },
      ],
    },
  }),
);

/** Lets the answers of the demo have names as long as they may be, many sites, keys of one site, and sources. Two of three rows are changed. */
export async function lengthenAnswers(page: Page): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { readonly data?: Data };
    const { sites, site, account } = answer.data ?? {};
    const more = sites && {
      sites: Array.from(
        { length: MOST_SITES },
        (_, index) => sites[index] ?? { ...sites[0], id: `site_${index}` },
      ),
    };
    const keys = account?.keys?.map((key) => ({ ...key, id: 'key', scope: 'DRAIN', siteId: sites?.[0]?.id }));
    const data = {
      ...answer.data,
      ...more,
      ...(site?.sources && { site: { ...site, sources: SOURCES } }),
      ...(account && { account: { ...account, ...(keys && { keys }) } }),
    };
    await route.fulfill({ response, json: lengthened({ ...answer, data }, 0) });
  });
}

type Data = {
  readonly site?: { readonly sources?: readonly object[] };
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

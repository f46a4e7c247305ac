import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useProduct } from './product.ts';

const product = useProduct();

const DAYS = '2026-10-01-2026-10-31';
const SEARCH = '?start=2026-10-01&end=2026-10-31';

/** As many as no ledger shows, and more than a full list has in the document. */
const GOALS = Array.from({ length: 300 }, (_, at) => ({
  ...{ eventName: at === 1 ? '=1+1' : `goal-${at}, paid`, count: 42_731 - at },
  value: at === 0 ? 123_456_789.25 : 0,
}));

const ALL = sumsOf('Total', GOALS);

/** Opens the overview with these goals. */
async function openOverview(): Promise<Page> {
  const { page } = await product.open('/sign-in');
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const { stats } = answer.data.site ?? {};
    if (stats) Object.assign(stats, { conversionBreakdown: GOALS });
    await route.fulfill({ response, json: answer });
  });
  await page.goto(`${product.url()}/sites/${product.siteId()}${SEARCH}`);
  return page;
}

async function savedBy(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const lines = (await text(await download.createReadStream())).split('\r\n');
  return { name: download.suggestedFilename(), lines };
}

const lineOf = ({ eventName, count, value }: (typeof GOALS)[number]) =>
  `${eventName === '=1+1' ? "'=1+1" : `"${eventName}"`},${count},${value}`;

function sumsOf(name: string, goals: typeof GOALS) {
  const sum = (field: 'count' | 'value') => goals.reduce((all, goal) => all + goal[field], 0);
  return `${name},${sum('count')},${sum('value')}`;
}

describe('the rows of a sheet', () => {
  it('are saved as they are shown, and those of a full list all of them', async () => {
    const page = await openOverview();
    const sheet = page.getByRole('region', { name: 'Conversions', exact: true });
    const [head, ...rows] = ['Goal,Reached,Value', ...GOALS.map(lineOf)];
    expect(
      await savedBy(page, () => sheet.getByRole('button', { name: 'CSV of Conversions' }).click()),
    ).toEqual({
      name: `example.com-conversions-${DAYS}.csv`,
      lines: [head, ...rows.slice(0, 6), sumsOf('294 more goals', GOALS.slice(6)), ALL, ''],
    });
    await sheet.getByRole('button', { name: 'All 300 goals' }).click();
    const list = page.getByRole('dialog', { name: 'All 300 goals' });
    const save = () => savedBy(page, () => list.getByRole('button', { name: 'CSV of goals' }).click());
    expect(await save()).toEqual({ name: `example.com-goals-${DAYS}.csv`, lines: [head, ...rows, ALL, ''] });
    await list.getByRole('searchbox').fill('goal-29');
    await list.getByText('11 found').waitFor();
    const found = GOALS.filter(({ eventName }) => eventName.includes('goal-29')).map(lineOf);
    expect((await save()).lines).toEqual([head, ...found, ALL, '']);
  });
});

const AT = '2025-03-15T12:34:56.000Z';
const KEY = { id: 'key_1', lastFour: 'abcd', scope: 'READ', siteId: null, createdAt: AT, lastUsedAt: null };
const SESSION = { id: 'session_1', userAgent: 'curl/8', createdAt: AT, lastUsedAt: AT, isCurrent: true };
const LINK = {
  id: 'share_1',
  name: '=board',
  start: null,
  end: '2025-01-31',
  createdAt: AT,
  lastUsedAt: null,
};

/** What each sheet of the settings has, the title of its button, and what it saves. */
const TABLES = [
  {
    path: '/settings/keys',
    given: {
      account: {
        keys: [
          { ...KEY, name: 'CI', revokedAt: AT },
          { ...KEY, id: 'key_2', name: '=1+1', revokedAt: null },
        ],
      },
    },
    title: 'API keys',
    lines: [
      'Name,Key,Scope,Site,Created,Last used,Revoked',
      `CI,st_…abcd,read,All sites,${AT},,${AT}`,
      `'=1+1,st_…abcd,read,All sites,${AT},,`,
    ],
  },
  {
    path: '/settings/account',
    given: { account: { sessions: [SESSION] } },
    title: 'Sessions',
    lines: ['Browser,Since,Last used,This one', `curl/8,${AT},${AT},yes`],
  },
  {
    path: '/settings/account',
    given: {
      account: {
        audit: [{ id: 'audit_1', at: AT, action: 'key.create', detail: 'CI, read', by: 'a@example.com' }],
      },
    },
    title: 'Audit log',
    lines: ['What,Detail,By,When', `Created a key,"CI, read",a@example.com,${AT}`],
  },
  {
    path: '/settings/sites',
    given: {
      sites: [
        {
          id: 'site_1',
          name: 'Shop',
          domain: 'xn--e1afmkfd.example',
          createdAt: AT,
          lastEventAt: null,
          retentionDays: 30,
          eventsThisMonth: 12_345,
        },
      ],
    },
    title: 'Your sites',
    lines: [
      'Site,Domain,Id,Created,Last event,Events kept,Dated this month',
      `Shop,xn--e1afmkfd.example,site_1,${AT},,30 days,12345`,
    ],
  },
  {
    path: '/sites/SITE/share-links',
    given: { site: { shareLinks: [{ ...LINK, expiresAt: AT }] } },
    title: 'Share links',
    lines: ['Name,First day,Last day,Made,Last used,Expires', `'=board,,2025-01-31,${AT},,${AT}`],
  },
];

describe('the rows of the settings', () => {
  it.each(TABLES)('are saved: $title', async ({ path, given, title, lines }) => {
    const { page, faults } = await product.open('/sign-in', await product.signInOwner());
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      for (const [field, values] of Object.entries(given)) {
        if (Array.isArray(values)) data[field] = values;
        else Object.assign(data[field] ?? {}, values);
      }
      await route.fulfill({ response, json: { data } });
    });
    await page.goto(product.url() + path.replace('SITE', product.siteId()));
    const button = page.getByRole('button', { name: `CSV of ${title}`, exact: true });
    await button.waitFor();
    expect((await savedBy(page, () => button.click())).lines).toEqual([...lines, '']);
    expect(faults).toEqual([]);
  });
});

import type { Page, Route } from 'playwright-core';

/** The fields of a site that are about robots.txt and the sitemap; undefined for those of the server. */
export type RobotsAnswers = {
  readonly obedience?: object | null;
  readonly robotsVersions?: readonly object[] | null;
  readonly reach?: object | null;
  /** Fields that are refused, such as `reach`, in the documents whose text has the word behind it. */
  readonly refused?: Readonly<Record<string, { readonly code: string; readonly in: string }>>;
};

type Body = { readonly query: string; readonly variables: Readonly<Record<string, unknown>> };

const FRAME = 'query { sites { id name domain firstEventAt } account { email plan usage { used limit } } }';

/**
 * From now on, documents about robots.txt and the sitemap are answered with these, which may change. Returns what was
 * asked for and what was changed.
 */
export async function answerRobots(page: Page, answers: () => RobotsAnswers): Promise<Body[]> {
  const asked: Body[] = [];
  await page.route('**/graphql', async (route) => {
    const body = route.request().postDataJSON() as Body;
    if (!/RobotsVersion|robotsVersions|\b(?:obedience|reach)\(/.test(body.query)) return route.fallback();
    asked.push(body);
    return answer(route, body, answers());
  });
  return asked;
}

async function answer(route: Route, { query, variables }: Body, answers: RobotsAnswers) {
  const [change] = /(?:create|delete)RobotsVersion(?=\()/.exec(query) ?? [];
  if (change)
    return route.fulfill({ json: { data: { [change]: change.startsWith('c') ? { id: 'new' } : 'old' } } });
  const response = query.includes('...Frame') ? await route.fetch({ postData: { query: FRAME } }) : undefined;
  const frame = response ? (await response.json()).data : {};
  const { refused = {}, ...fields } = answers;
  const given = Object.entries(fields).filter(([field]) => new RegExp(`\\b${field}\\b`).test(query));
  const errors = Object.entries(refused).flatMap(([field, { code, in: name }]) =>
    query.includes(name)
      ? [{ message: `Refused: ${code}.`, path: ['site', field], extensions: { code, retry_after: 30 } }]
      : [],
  );
  const holes = Object.fromEntries(errors.map(({ path: [, field] }) => [field, null]));
  const site = {
    id: variables['id'] ?? variables['siteId'],
    domain: 'shop.example',
    ...Object.fromEntries(given),
  };
  return route.fulfill({
    json: { data: { ...frame, site: { ...site, ...holes } }, ...(errors.length > 0 && { errors }) },
  });
}

/** What a bot did: against the rules, allowed, unknown. */
export const bot = (
  botName: string,
  botCompany: string,
  [against, allowed, unknown]: readonly [number, number, number],
) => ({
  ...{ botName, botCompany, purpose: 'TRAINING', followsRobots: null, against, allowed, unknown },
  ...{ visits: against + allowed + unknown, lastReadAt: null as string | null },
  ...{ lastReadVersion: null as number | null, rules: [] },
});

/** The obedience of bots, and rules of which the last one makes the violations complete. */
export function obedienceOf(bots: readonly ReturnType<typeof bot>[], more: object = {}) {
  const sum = (field: 'against' | 'allowed' | 'unknown' | 'visits') =>
    bots.reduce((all, each) => all + each[field], 0);
  return {
    judgedUntil: new Date().toISOString(),
    ...{ visits: sum('visits'), allowed: sum('allowed'), against: sum('against'), unknown: sum('unknown') },
    ...{ bots, rules: [] as readonly object[], ...more },
  };
}

export const brokenRule = (rule: string, visits: number, more: object = {}) => ({
  ...{ rule, group: '*', line: 4, version: 2, visits, bots: ['GPTBot'] },
  ...{ pages: [{ pagePath: '/shop/search', visits }], ...more },
});

const TEXTS = [
  'User-agent: *\nDisallow: /order/\nAllow: /\n',
  'User-agent: *\nDisallow: /order/\nDisallow: /shop/search\nAllow: /\n',
];

export const version = (number: number, more: object = {}) => ({
  ...{
    id: `robots_${number}`,
    number,
    since: `2026-0${number}-02T09:40:00.000Z`,
    until: null as string | null,
  },
  ...{ origin: 'fetched', text: TEXTS[number - 1] ?? '', signals: [], invalidLines: [], ...more },
});

export const section = (path: string, read: number, stale: number, unread: number) => ({
  ...{ path, pages: read + stale + unread, read, stale, unread },
});

/** The reach of sections, which add up. */
export function reachOf(sections: readonly ReturnType<typeof section>[], more: object = {}) {
  const sum = (field: 'pages' | 'read' | 'stale' | 'unread') =>
    sections.reduce((all, each) => all + each[field], 0);
  return {
    ...{ updatedAt: '2026-11-20T03:00:00.000Z', medianDaysToRead: 2.5, sections },
    ...{ pages: sum('pages'), read: sum('read'), stale: sum('stale'), unread: sum('unread') },
    ...{ companies: [], bots: [], list: listOf([]), unlisted: [], ...more },
  };
}

export const listOf = (pagePaths: readonly string[], endCursor: string | null = null) => ({
  nodes: pagePaths.map((pagePath) => ({ pagePath, modifiedOn: null, lastReadOn: null, visits: 0 })),
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
});

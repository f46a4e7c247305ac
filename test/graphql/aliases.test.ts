import { describe, expect, it } from 'vitest';
import type { PreparedQuery } from '../../src/database/statement.ts';
import { NOW_MS, URL_OF_DOOR, openLoneDoor } from '../execution/lone-door.ts';
import type { GraphqlError } from '../support/graphql-client/client.ts';

const SITE = { id: 'site_a', accountId: 1, domain: 'a.example', name: 'A', createdAtMs: NOW_MS };
const UNLISTED = [3, 2, 1].map((visits) => ({ pagePath: `/${visits}`, visits }));

const ROWS: Readonly<Record<string, readonly unknown[]>> = {
  find_sites: [SITE],
  find_sitemap: [{ updatedAtMs: NOW_MS, pages: 0 }],
  list_unlisted_pages: UNLISTED,
};

/** Selects fields of a site with lists of pages, and returns what was read and paid for. */
async function ask(fields: string, requestsPerMinute = 600) {
  const asked: string[] = [];
  const query = ({ name }: PreparedQuery) => {
    asked.push(name);
    return ROWS[name] ?? [];
  };
  const { fetch } = openLoneDoor({ query, requestsPerMinute });
  const response = await fetch(
    new Request(URL_OF_DOOR, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ site(id: "site_a") { ${fields} } }` }),
    }),
  );
  const { data, errors, extensions } = (await response.json()) as {
    readonly data: { readonly site: unknown };
    readonly errors?: readonly GraphqlError[];
    readonly extensions: { readonly cost: Readonly<Record<string, { readonly requested: number }>> };
  };
  const timesRead = (name: string) => asked.filter((one) => one === name).length;
  const codes = errors?.map((error) => error.extensions?.['code']);
  return { site: data.site, codes, insight: extensions.cost['insight']?.requested, timesRead };
}

const aliased = (count: number, field: string) =>
  Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ');

describe('aliases below a field that is paid for', () => {
  it('read the gaps of a timeseries once, and those of the period before', async () => {
    const once = await ask('timeseries(compare: PREVIOUS_PERIOD) { gaps { from } previousGaps { from } }');
    const often = await ask(
      `timeseries(compare: PREVIOUS_PERIOD) { ${aliased(10, 'gaps { from }')} gaps { from }
        previousGaps { from } again: previousGaps { until } }`,
    );
    expect([once.codes, often.codes]).toEqual([undefined, undefined]);
    expect(often.timesRead('list_busy_hours')).toBe(once.timesRead('list_busy_hours'));
  });

  it('read the pages that a list of pages lacks once, whatever their number', async () => {
    const { site, timesRead } = await ask(
      'reach { two: unlisted(first: 2) { pagePath } unlisted { visits } one: unlisted(first: 1) { visits } }',
    );
    expect(site).toEqual({
      reach: {
        two: [{ pagePath: '/3' }, { pagePath: '/2' }],
        unlisted: [{ visits: 3 }, { visits: 2 }, { visits: 1 }],
        one: [{ visits: 3 }],
      },
    });
    expect(timesRead('list_unlisted_pages')).toBe(1);
  });

  it('pay for each list of the pages of a reach but the first', async () => {
    const list = 'list(state: READ, search: "a") { nodes { pagePath } }';
    const single = await ask(`reach { pages ${list} }`);
    expect([single.codes, single.insight]).toEqual([undefined, 1]);
    const several = await ask(`reach { ${list} ${aliased(9, list)} } other: reach { ${list} }`);
    expect([several.codes, several.insight]).toEqual([undefined, 11]);
    expect(several.timesRead('list_reach')).toBe(11);
  });

  it('make a reach null once its budget is spent', async () => {
    const list = 'list(state: READ) { nodes { pagePath } }';
    const { site, codes, insight, timesRead } = await ask(`reach { ${aliased(3, list)} }`, 2);
    expect({ site, codes, insight }).toEqual({ site: { reach: null }, codes: ['RATE_LIMITED'], insight: 3 });
    expect(timesRead('list_reach')).toBeLessThanOrEqual(2);
  });
});

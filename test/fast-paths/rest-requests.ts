import type { Chance } from './chance.ts';
import { createHeaders } from './headers.ts';
import type { Wire } from './wire.ts';
import type { World } from './world.ts';

/** Writes requests for what REST serves, and for other paths. */
export function createRestWriter(world: World): (chance: Chance) => Wire {
  const { sites } = world;
  const siteIds = [...Object.values(sites), 'site_unknown', 'nonsense', ''];
  const headersOf = createHeaders(world);
  return restRequest;

  function restRequest(chance: Chance): Wire {
    const report = chance.pick([
      ...[
        'stats',
        'stats',
        'timeseries',
        'timeseries',
        'events',
        'events',
        'pages',
        'companies',
        'countries',
      ],
      ...['coverage', 'bots/GPTBot', 'bots/Bot%20%22x%22', 'bots/', 'nothing', 'events/', ''],
    ]);
    const site = chance.oneIn(6)
      ? chance.pick([...siteIds, '%73ite', '%', '..', 'a%2Fb', '%00'])
      : sites.full;
    const path = chance.oneIn(12)
      ? chance.pick([
          '/api/v1/sites',
          '/api/v1/sites/',
          '/api/v1/sites//stats',
          '/api/v2/x',
          '/openapi.json',
          '/health/live',
          '/nothing',
          '/graphql\\',
        ])
      : `/api/v1/sites/${site}/${report}`;
    const method = chance.oneIn(8) ? chance.pick(['HEAD', 'HEAD', 'OPTIONS', 'POST', 'PUT']) : 'GET';
    const headers = headersOf(chance);
    const body = method === 'POST' ? Buffer.from('{}') : undefined;
    return {
      method,
      target: path + restQuery(chance),
      headers: body ? { ...headers, 'content-length': '2' } : headers,
      body,
    };
  }
}

const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  start: ['2026-03-01', '2026-03-14', '2025-01-01', '2026-02-30', ''],
  end: ['2026-03-15', '2026-03-16', '1999-01-01', '%32026'],
  granularity: ['day', 'hour', 'week', 'DAY'],
  limit: ['1', '20', '100', '250', '0', '1001', '1e1', '-1'],
  type: ['bot', 'referral', 'conversion', 'x'],
  bot: ['GPTBot', 'nobody', '', 'a+fault', '%00'],
  page: ['/', '/%C3%A9', '/a"b', 'a%20fault'],
  compare: ['previous-period', 'previous-year', 'never'],
  detail: ['true', 'false', '1'],
  cursor: ['x', '', 'eyJhIjoxfQ'],
  unknown: ['1', '%', '%E0%A4%A'],
};

function restQuery(chance: Chance): string {
  const names = Object.keys(PARAMETERS).filter(() => chance.oneIn(5));
  if (chance.oneIn(30)) names.push(...names);
  const given = names.map((name) => `${name}=${chance.pick(PARAMETERS[name] ?? [])}`);
  const query = given.join(chance.oneIn(40) ? '&&' : '&');
  return query === '' && !chance.oneIn(20) ? '' : `?${query}`;
}

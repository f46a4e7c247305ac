import { expect, it } from 'vitest';
import { NOW_MS, openLoneDoor } from '../execution/lone-door.ts';
import { eventsAsText } from '../support/rows-as-text.ts';

const SITE = { id: 'site_a', accountId: 1, domain: 'a.example', name: 'A', createdAtMs: NOW_MS };
const EVENT = {
  ...{ id: 7, type: 'bot', createdAtMs: NOW_MS, pagePath: '/', country: 'DE' },
  ...{ name: 'GPTBot', company: 'OpenAI' },
};

/** A door to one site of the caller and one of another account. */
function openDoor() {
  return openLoneDoor({
    query: ({ name }) => {
      if (name.startsWith('first_events')) return [eventsAsText(name, [EVENT])];
      if (name === 'count_by_bucket') return [{ startMs: [], botVisits: [], referrals: [], conversions: [] }];
      return [SITE, { ...SITE, id: 'site_b', accountId: 2 }];
    },
  });
}

it('returns a site by its id, under the name of its type', async () => {
  const query = '{ node(id: "site_a") { __typename id ... on Site { domain } } }';
  expect((await openDoor().post({ query })).body).toEqual({
    data: { node: { __typename: 'Site', id: 'site_a', domain: 'a.example' } },
  });
});

it.each([
  ['site_b', 'SITE_NOT_FOUND'],
  ['site_none', 'SITE_NOT_FOUND'],
  ['event_7', 'SITE_NOT_FOUND'],
  [' ', 'MISSING_SITE_ID'],
])('refuses the node %j as site(id:) does, with %s', async (id, code) => {
  const query = 'query ($id: ID!) { node(id: $id) { id } site(id: $id) { id } }';
  const { body } = await openDoor().post({ query, variables: { id } });
  expect([body.data, body.errors?.map(({ path, extensions }) => [path, extensions])]).toEqual([
    { node: null, site: null },
    [
      [['node'], { code }],
      [['site'], { code }],
    ],
  ]);
});

it('gives an event an id that no other object has, and the id of REST', async () => {
  const query = '{ site(id: "site_a") { events { nodes { id eventId } edges { node { id } } } } }';
  expect((await openDoor().post({ query })).body.data).toEqual({
    site: { events: { nodes: [{ id: 'event_7', eventId: 7 }], edges: [{ node: { id: 'event_7' } }] } },
  });
});

it('says when each point starts, daily or hourly', async () => {
  const range = 'start: "2026-03-15", end: "2026-03-15"';
  const query = `{ site(id: "site_a") {
    days: timeseries(${range}) { data { startsAt } }
    hours: timeseries(${range}, granularity: HOUR) { data { startsAt } }
  } }`;
  const { data } = (await openDoor().post({ query })).body as {
    data: { site: Record<'days' | 'hours', { data: { startsAt: string }[] }> };
  };
  expect(data.site.days.data).toEqual([{ startsAt: '2026-03-15T00:00:00.000Z' }]);
  expect(data.site.hours.data).toHaveLength(24);
  expect(data.site.hours.data[23]).toEqual({ startsAt: '2026-03-15T23:00:00.000Z' });
});

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { useCommandLine } from '../cli/support.ts';
import { type Caller, makeCaller } from '../rest/support.ts';
import { type TestGateway, startGateway } from '../support/gateway.ts';
import { botVisit, conversion, record, referral } from '../support/makers.ts';

type Column = {
  readonly selector: string;
  readonly text: string;
  readonly type: 'string' | 'number' | 'timestamp';
};
type Query = { readonly url: string; readonly root_selector: string; readonly columns: readonly Column[] };
type Panel = {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly targets: readonly Query[];
  readonly transformations?: readonly [
    { readonly options: { readonly indexByName: Record<string, number> } },
  ];
};
type Variable = { readonly name: string; readonly query: string | { readonly infinityQuery: Query } };
type Cell = string | number | null | undefined;

const TEXT = readFileSync('deploy/grafana/site.json', 'utf8');
const { panels, templating } = JSON.parse(TEXT) as {
  panels: readonly Panel[];
  templating: { readonly list: readonly Variable[] };
};

const { holdMigrated } = useCommandLine();
const SIGNED = { state: 'valid', signer: 'chatgpt.com' } as const;

let gateway: TestGateway;
let caller: Caller;

beforeAll(async () => {
  gateway = startGateway({ db: await holdMigrated() });
  caller = await makeCaller(gateway);
  await record(gateway.db, caller.site, [
    botVisit('2026-03-14T09:30:00Z', { status: 200, bytes: 512, verdict: 'signed', proof: SIGNED }),
    referral('2026-03-14T10:15:00Z'),
    conversion('2026-03-15T00:00:00Z', { eventValue: 9.5, sentBy: 'chatgpt' }),
    conversion('2026-03-15T11:59:59.999Z'),
  ]);
});

/** The address that Grafana asks for, with the variables that it fills in. */
function addressOf(url: string, granularity = 'day'): string {
  const values: Readonly<Record<string, string>> = {
    '${site}': caller.site.id,
    '${granularity}': granularity,
    '${__from:date:YYYY-MM-DD}': '2026-03-14',
    '${__to:date:YYYY-MM-DD}': '2026-03-15',
  };
  return url.replace(/\$\{[^}]*\}/g, (variable) => {
    const value = values[variable];
    if (value === undefined) throw new Error(`nothing fills in ${variable}`);
    return value;
  });
}

/** The value of a name, or the first that is there of several, as `[datetime,date].0` selects it in GJSON. */
function select(row: Readonly<Record<string, Cell>>, selector: string): Cell {
  const [, names = selector] = /^\[([\w,]+)\]\.0$/.exec(selector) ?? [];
  return names
    .split(',')
    .map((name) => row[name])
    .find((value) => value !== undefined);
}

/** The rows that Infinity makes of a real answer: those of a list, or one of an object. */
async function rowsOf({ url, root_selector: root, columns }: Query, granularity?: string) {
  const { status, body } = await gateway.rest(addressOf(url, granularity), caller.key);
  expect(status).toBe(200);
  const found = (body as Record<string, Record<string, Cell>[]>)[root];
  if (found === undefined) throw new Error(`${url} has no ${root}`);
  return [found].flat().map((row) => {
    return Object.fromEntries(columns.map(({ selector, text }) => [text, select(row, selector)]));
  });
}

const panelOf = (title: string): Query => {
  const [query] = panels.find((panel) => panel.title === title)?.targets ?? [];
  if (query === undefined) throw new Error(`there is no panel ${title}`);
  return query;
};

const siteQuery = (): Query => {
  const query = templating.list.find(({ name }) => name === 'site')?.query;
  if (query === undefined || typeof query === 'string') throw new Error('the variable site has no query');
  return query.infinityQuery;
};

/** Infinity reads these as UTC: an instant, a day, and the `2006-01-02 15:04` of Go. */
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d\.\d{3}Z| \d\d:\d\d)?$/;

describe("Grafana's dashboard of a site", () => {
  it.each(['day', 'hour'])('finds every field that it shows, by %s', async (granularity) => {
    for (const query of [siteQuery(), ...panels.flatMap(({ targets }) => targets)]) {
      const rows = await rowsOf(query, granularity);
      for (const { text, type } of query.columns) {
        const values = rows.map((row) => row[text]).filter((value) => value !== undefined && value !== null);
        expect([query.url, text, values.length > 0]).toEqual([query.url, text, true]);
        for (const value of values)
          if (type === 'timestamp') expect(value).toMatch(INSTANT);
          else expect(typeof value).toBe(type);
      }
    }
  });

  it('shows each field of the lists of REST, but for the ids of events', async () => {
    for (const title of ['Totals', 'Bots', 'Sources', 'Conversions', 'Countries', 'Recent events']) {
      const { url, root_selector: root, columns } = panelOf(title);
      const { body } = await gateway.rest(addressOf(url), caller.key);
      const rows = [(body as Record<string, object[]>)[root] ?? []].flat();
      const fields = new Set(rows.flatMap((row) => Object.keys(row)).filter((name) => name !== 'id'));
      expect([title, columns.map(({ selector }) => selector).toSorted()]).toEqual([
        title,
        [...fields].toSorted(),
      ]);
    }
  });

  it('shows what the visitors of each product and company led to, and who sent those of the latest events', async () => {
    const ofPanel = (title: string) => rowsOf(panelOf(title));
    expect(await ofPanel('Sources')).toEqual([
      { Source: 'chatgpt', Referrals: 1, Conversions: 1, Value: 9.5 },
    ]);
    expect(await ofPanel('Companies')).toEqual([
      { Company: 'OpenAI', 'Bot visits': 1, Referrals: 1, Conversions: 1, Value: 9.5 },
    ]);
    const events = await ofPanel('Recent events');
    expect(events.map((event) => [event['Type'], event['Source']])).toEqual([
      ['conversion', null],
      ['conversion', 'chatgpt'],
      ['referral', 'chatgpt'],
      ['bot', undefined],
    ]);
  });

  it('shows the points of days, and of hours, in time', async () => {
    const points = panelOf('By ${granularity}');
    const counts = { 'Bot visits': 0, Referrals: 0, Conversions: 2 };
    expect(await rowsOf(points, 'day')).toEqual([
      { Time: '2026-03-14', 'Bot visits': 1, Referrals: 1, Conversions: 0 },
      { Time: '2026-03-15', ...counts },
    ]);
    const hours = await rowsOf(points, 'hour');
    expect(hours).toHaveLength(48);
    expect([hours[9], hours[47]]).toEqual([
      { Time: '2026-03-14 09:00', 'Bot visits': 1, Referrals: 0, Conversions: 0 },
      { Time: '2026-03-15 23:00', 'Bot visits': 0, Referrals: 0, Conversions: 0 },
    ]);
  });

  it('lets you choose among your sites, by their names', async () => {
    expect(await rowsOf(siteQuery())).toEqual([{ __text: 'Example', __value: caller.site.id }]);
  });

  it('asks only for what the OpenAPI document describes', () => {
    const { paths } = JSON.parse(readFileSync('src/openapi/openapi.json', 'utf8')) as {
      paths: Record<string, { get?: { parameters?: readonly { name: string; in: string }[] } }>;
    };
    for (const { url } of [siteQuery(), ...panels.flatMap(({ targets }) => targets)]) {
      const [path = '', query] = url.replace('${site}', '{siteId}').split('?');
      const known = paths[path]?.get?.parameters?.filter((one) => one.in === 'query').map(({ name }) => name);
      expect([url, paths[path]?.get !== undefined]).toEqual([url, true]);
      for (const name of new URLSearchParams(query).keys()) expect(known).toContain(name);
    }
  });

  it('orders the columns that its tables have', () => {
    const tables = panels.filter(({ type }) => type === 'table');
    expect(tables).toHaveLength(7);
    for (const { targets, transformations } of tables) {
      const names = targets.flatMap(({ columns }) => columns.map(({ text }) => text));
      expect(Object.entries(transformations?.[0].options.indexByName ?? {})).toEqual(
        names.map((name, index) => [name, index]),
      );
    }
  });

  it('has panels of ids of their own, and reads from the data source that you choose', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const used = [...TEXT.matchAll(/"uid": "(\$[^"]*)"/g)].map(([, uid]) => uid);
    expect(new Set(used)).toEqual(new Set(['${datasource}']));
    expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'site', 'granularity']);
  });
});

import { type Settings, botReportPath, idempotencyHeader, readOptions, sitePath } from './options.ts';
import { type Call, send } from './send.ts';
import type { CallOptions, Client, ClientOptions, Collected, RecordOptions } from './types.ts';

export { SiteTrafficError } from './error.ts';
export type * from './types.ts';

/** The largest page that the service answers. */
const LARGEST_PAGE = 1000;

/** A typed client of the REST API and the collector. Throws a TypeError for a bad option. */
export function createClient(options: ClientOptions): Client {
  const settings = readOptions({ ...options });

  function read<Answer>(
    path: string,
    query: Readonly<Record<string, unknown>>,
    call: Pick<Call, 'field' | 'signal'>,
  ): Promise<Answer> {
    return send(settings, { ...call, path: `/api/v1${path}${searchOf(query)}` });
  }

  /** A report of a site. The field is one that its answer must have. */
  function report<Answer>(name: string, field: string) {
    return async (siteId: string, query?: object, { signal }: CallOptions = {}): Promise<Answer> =>
      read(sitePath(siteId, name), { ...query }, { field, signal });
  }

  const client: Client = {
    sites: async ({ signal } = {}) => read('/sites', {}, { field: 'sites', signal }),
    timeseries: report('timeseries', 'data'),
    stats: report('stats', 'totals'),
    events: report('events', 'events'),
    pages: report('pages', 'pages'),
    companies: report('companies', 'companies'),
    countries: report('countries', 'countries'),
    unlistedRobots: report('unlisted-robots', 'unlisted_robots'),
    obedience: report('obedience', 'judged_until'),
    robots: report('robots', 'robots_versions'),
    reach: report('reach', 'reach'),
    reachPages: report('reach/pages', 'pages'),
    alerts: report('alerts', 'alerts'),
    notes: report('notes', 'notes'),
    sources: report('sources', 'sources'),
    coverage: report('coverage', 'gaps'),
    bot: async (siteId, botName, query = {}, { signal } = {}) =>
      read(botReportPath(siteId, botName), query, { field: 'bot_name', signal }),
    async *eachEvent(siteId, { cursor, ...query } = {}, callOptions = {}) {
      let next: string | null | undefined = cursor;
      do {
        const from = next === undefined ? {} : { cursor: next };
        const page = await client.events(siteId, { limit: LARGEST_PAGE, ...query, ...from }, callOptions);
        yield* page.events;
        next = page.next_cursor;
      } while (next !== null);
    },
    record: (siteId, items, options) => record(settings, siteId, items, options),
  };
  return client;
}

async function record(
  settings: Settings,
  siteId: string,
  items: Parameters<Client['record']>[1],
  { idempotencyKey, signal }: RecordOptions = {},
): Promise<Collected> {
  const headers = { 'content-type': 'application/json', ...idempotencyHeader(idempotencyKey) };
  return send(settings, {
    path: `/collect${sitePath(siteId, 'events')}`,
    post: { headers, body: JSON.stringify(items) },
    field: 'recorded',
    signal,
  });
}

/** The query string, without what is undefined. */
function searchOf(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search && `?${search}`;
}

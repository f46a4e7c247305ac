import { type BotVisit, SiteTrafficError, createClient } from 'site-traffic/client';

let pages = 0;

/** Refuses the third page once, as the service does where a budget is spent. */
const fetchWithRefusal: typeof fetch = async (address, init) => {
  if (String(address).includes('/events') && ++pages === 3)
    return Response.json({ error: 'Spent.', code: 'RATE_LIMITED', retry_after: 1 }, { status: 429 });
  return fetch(address, init);
};

const { URL: url = '', KEY: key } = process.env;
const client = createClient({ url, key, fetch: fetchWithRefusal });

const { sites } = await client.sites();
const site = sites[0];
if (site === undefined) throw new Error('no site');
const range = { start: '2026-03-01', end: '2026-03-31' };

const stats = await client.stats(site.id, range);
const days = await client.timeseries(site.id, range);
const hours = await client.timeseries(site.id, { ...range, granularity: 'hour' });
const paths: string[] = [];
for await (const event of client.eachEvent(site.id, range)) {
  const path: string = event.page_path;
  if (event.type === 'bot') {
    const visit: BotVisit = event;
    paths.push(`${visit.bot_name} ${path}`);
  }
}

let code: unknown;
try {
  await client.stats('site_unknown');
} catch (error) {
  if (!(error instanceof SiteTrafficError)) throw error;
  code = error.code;
}

// @ts-expect-error: a day has no hour
days.data[0]?.datetime;
// @ts-expect-error: no such granularity
const weeks = () => client.timeseries(site.id, { granularity: 'week' });
// @ts-expect-error: no such parameter
const misspelt = () => client.events(site.id, { typ: 'bot' });
// @ts-expect-error: a visit has a page
const nowhere = () => client.record(site.id, { type: 'bot', bot_name: 'GPTBot', bot_company: 'OpenAI' });
void [weeks, misspelt, nowhere];

console.log(
  JSON.stringify({
    name: site.name,
    visits: stats.totals.bot_visits,
    days: days.data.map(({ date }) => date).length,
    hours: hours.data.map(({ datetime }) => datetime).length,
    requests: pages,
    paths,
    code,
  }),
);

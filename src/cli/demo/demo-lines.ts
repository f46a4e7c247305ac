import type { Demo } from './demo.ts';

/**
 * Requests to paste into a shell, for every REST operation and GraphQL. On a terminal they hold the key; elsewhere
 * they read it from its file, so that no key lands in a log.
 */
export function demoLines(listeningUrl: string, demo: Demo, onTerminal: boolean): readonly string[] {
  const url = reachable(listeningUrl);
  const key = onTerminal ? demo.key : `$(cat ${quoted(demo.keyFile)})`;
  const curl = (path: string, rest = '') =>
    `curl -s -H "Authorization: Bearer ${key}" ${rest}${quoted(url + path)}`;
  const site = `/api/v1/sites/${demo.siteId}`;
  const body = quoted(JSON.stringify({ query: graphqlQuery(demo.siteId) }));
  return [
    '',
    'The demo site, over REST:',
    curl('/api/v1/sites'),
    curl(`${site}/stats`),
    curl(`${site}/timeseries?granularity=hour`),
    curl(`${site}/events?limit=5`),
    '',
    'The same over GraphQL:',
    curl('/graphql', `-H 'Content-Type: application/json' -d ${body} `),
    '',
    `GraphiQL, in a browser: ${url}/graphql`,
    `The key is kept in ${demo.keyFile}`,
  ];
}

/** A server on every address is reached on this machine's own. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function graphqlQuery(siteId: string): string {
  return `{ site(id: "${siteId}") {
    stats { totals { botVisits referrals conversions } botBreakdown { botName botCompany count } }
    timeseries { data { date botVisits referrals conversions } }
  } }`.replaceAll(/\s+/g, ' ');
}

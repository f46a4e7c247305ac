import type { DemoLink } from './demo-link.ts';
import type { Demo } from './demo.ts';

type Shown = Omit<Demo, 'invitation'> & DemoLink;

const TRAFFIC = 'stats { totals { botVisits referrals conversions } } timeseries { data { date botVisits } }';
const COMPANIES = 'companies { company botVisits purposes { purpose count } referrals }';

/**
 * A link to sign in, and requests to paste into a shell, for every REST operation and GraphQL. On a terminal they contain
 * the secrets; elsewhere they name their files, so that no secret ends up in a log.
 */
export function demoLines(listeningUrl: string, demo: Shown, onTerminal: boolean): readonly string[] {
  const url = reachable(listeningUrl);
  const key = onTerminal ? demo.key : `$(cat ${quoted(demo.keyFile)})`;
  const curl = (path: string, rest = '') =>
    `curl -s -H "Authorization: Bearer ${key}" ${rest}${quoted(url + path)}`;
  const site = `/api/v1/sites/${demo.siteId}`;
  const graphql = (selection: string) => {
    const query = `{ site(id: "${demo.siteId}") { ${selection} } }`;
    return curl('/graphql', `-H 'Content-Type: application/json' -d ${quoted(JSON.stringify({ query }))} `);
  };
  return [
    '',
    onTerminal
      ? `Sign in (the link works once): ${demo.link}`
      : `The link to sign in, which works once, is in ${demo.linkFile}`,
    '',
    'Try the demo site over REST:',
    curl('/api/v1/sites'),
    curl(`${site}/stats`),
    curl(`${site}/timeseries?granularity=hour`),
    curl(`${site}/events?limit=5`),
    '',
    'And over GraphQL:',
    graphql(TRAFFIC),
    '',
    'Which companies read the site, for what, and which send visitors:',
    graphql(COMPANIES),
    '',
    `GraphiQL in your browser: ${url}/graphql`,
    `The API key is in ${demo.keyFile}`,
  ];
}

/** A server that listens on all addresses is reachable at the loopback address. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

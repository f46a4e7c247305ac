/** A screen, and where it is. */
export type Screen = {
  readonly name: string;
  readonly path: (places: Places) => string;
  /** False for screens that whoever is signed in does not see. */
  readonly signedIn?: false;
  /** The status of the answer; 200 unless it says something else. */
  readonly status?: 404;
};

export type Places = {
  readonly siteId: string;
  /** Of a share link that was not opened yet. */
  readonly shareToken: string;
  readonly today: string;
};

const site =
  (rest: string) =>
  ({ siteId }: Places) =>
    `/sites/${siteId}${rest}`;

export const SCREENS: readonly Screen[] = [
  { name: 'all sites', path: () => '/' },
  { name: 'overview', path: site('') },
  { name: 'overview by hour', path: site('?range=7d&by=hour') },
  {
    name: 'overview of a year',
    path: ({ siteId, today }) =>
      `/sites/${siteId}?start=${Number(today.slice(0, 4)) - 1}${today.slice(4)}&end=${today}`,
  },
  { name: 'events', path: site('/events') },
  { name: 'pages', path: site('/pages') },
  { name: 'reach', path: site('/pages/reach') },
  { name: 'rules', path: site('/pages/rules') },
  { name: 'bots', path: site('/bots') },
  { name: 'bot', path: site('/bots/GPTBot') },
  { name: 'get traffic in', path: site('/traffic-in') },
  { name: 'get traffic in: one way', path: site('/traffic-in/cloudflare-logpush') },
  { name: 'recording', path: site('/recording') },
  { name: 'settings: sites', path: () => '/settings/sites' },
  { name: 'settings: keys', path: () => '/settings/keys' },
  { name: 'settings: alerts', path: () => '/settings/alerts' },
  { name: 'settings: account', path: () => '/settings/account' },
  { name: 'shared view', path: ({ shareToken }) => `/share#${shareToken}`, signedIn: false },
  { name: 'docs', path: () => '/docs' },
  { name: 'docs: a page', path: () => '/docs/commands' },
  { name: 'docs: REST', path: () => '/docs/rest/stats' },
  { name: 'docs: GraphQL', path: () => '/docs/graphql/schema' },
  { name: 'sign in', path: () => '/sign-in', signedIn: false },
  { name: 'missing', path: () => '/nothing-here', status: 404 },
];

/** The paths of the screens of a site. Names come from hostile text, so each is encoded. */

/** What no path can hold: a URL drops `.` and `..`, and the service refuses them and backslashes, however encoded. */
const IN_NO_PATH = /\\|(?:^|\/)\.\.?(?:\/|$)/;

/** Undefined for a name that no path can hold. */
export function botPath(siteId: string, botName: string): string | undefined {
  if (IN_NO_PATH.test(botName)) return undefined;
  return `/sites/${siteId}/bots/${encodeURIComponent(botName)}`;
}

/** Whether the router can decode a path. It throws on a `%` that stands for nothing. */
export function isDecodable(path: string): boolean {
  try {
    // the build drops a call whose result is not used
    return decodeURIComponent(path).startsWith('/');
  } catch {
    return false;
  }
}

/** The search of a link that keeps the days shown and adds a filter. */
export function withParam(search: string, name: string, value: string): string {
  const query = new URLSearchParams(search);
  query.set(name, value);
  return `?${query.toString()}`;
}

export const overviewPath = (siteId: string): string => `/sites/${siteId}`;

export const botsPath = (siteId: string): string => `/sites/${siteId}/bots`;

export const eventsPath = (siteId: string): string => `/sites/${siteId}/events`;

export const shareLinksPath = (siteId: string): string => `/sites/${siteId}/share-links`;

export const alertsPath = (siteId?: string): string =>
  siteId === undefined ? '/alerts' : `/sites/${siteId}/alerts`;

export const recordingPath = (siteId: string): string => `/sites/${siteId}/recording`;

/** All ways to get traffic in, or one of them. */
export const trafficInPath = (siteId: string, way?: string): string =>
  `/sites/${siteId}/traffic-in${way === undefined ? '' : `/${way}`}`;

export const pagesPath = (siteId: string): string => `/sites/${siteId}/pages`;

/** What bots never read of the sitemap. */
export const reachPath = (siteId: string): string => `${pagesPath(siteId)}/reach`;

/** Whether bots follow robots.txt. */
export const rulesPath = (siteId: string): string => `${pagesPath(siteId)}/rules`;

const NEW_DOMAIN = 'add';

/** Where a site with this domain is added. */
export const addSitePath = (domain: string): string =>
  `/settings/sites${withParam('', NEW_DOMAIN, domain.trim())}`;

/** The domain of a site that is to be added, as the query of a URL says; undefined if none is. */
export const domainToAdd = (query: string): string | undefined =>
  new URLSearchParams(query).get(NEW_DOMAIN) ?? undefined;

/** The site whose screen is at a path, if it is one of a site. */
export const siteIdIn = (path: string): string | undefined => /^\/sites\/([^/]+)/.exec(path)?.[1];

/** Whether the screen at a path may show days of its own choice, which the view of a share link does not. */
export const hasDays = (path: string): boolean =>
  path === '/' || path === alertsPath() || siteIdIn(path) !== undefined;

const DAYS = ['range', 'start', 'end'];

/** What a screen shows beside the days, by what its path has after the site. */
const BESIDE_DAYS: Readonly<Record<string, readonly string[]>> = {
  '': ['by', 'compare'],
  bots: ['compare'],
};

/** Filters and orders that say nothing about one site. */
const OF_EVERY_SITE = ['type', 'order', 'purpose', 'state', 'read-by'];

/** A link to another screen that keeps the days shown here, and how they are counted and compared where it does so. */
export function keepDays(path: string, search: string): string {
  if (path === '/') return path + keep(search, [...DAYS, 'compare']);
  if (path === alertsPath()) return path + keep(search, DAYS);
  const screen = screenIn(path);
  return screen === undefined ? path : path + keep(search, [...DAYS, ...(BESIDE_DAYS[screen] ?? [])]);
}

/** The screen shown, of another site: the bots of it for one bot, and its overview for a screen that is not of a site. */
export function sameScreenOf(siteId: string, path: string, search: string): string {
  const screen = screenIn(path);
  const there = screen ? `${overviewPath(siteId)}/${screen}` : overviewPath(siteId);
  if (screen === undefined) return keepDays(there, search);
  return there + keep(search, [...DAYS, ...(BESIDE_DAYS[screen] ?? []), ...OF_EVERY_SITE]);
}

/** What a path has after the site; of a bot, the list of bots. */
function screenIn(path: string): string | undefined {
  const rest = /^\/sites\/[^/]+(?:\/(.+))?$/.exec(path);
  if (!rest) return undefined;
  const [, screen = ''] = rest;
  return screen.startsWith('bots/') ? 'bots' : screen;
}

function keep(search: string, names: readonly string[]): string {
  const kept = [...new URLSearchParams(search)].filter(([name]) => names.includes(name));
  const text = new URLSearchParams(kept).toString();
  return text && `?${text}`;
}

/** The view that a share link leads to once it is opened. */
export const sharedPath = (link: number): string => `/share/${link}`;

/** The number of the link whose view is at a path, if it is one. */
export const sharedLinkIn = (path: string): string | undefined => /^\/share\/(\d+)$/.exec(path)?.[1];

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

export const botsPath = (siteId: string): string => `/sites/${siteId}/bots`;

export const eventsPath = (siteId: string): string => `/sites/${siteId}/events`;

export const shareLinksPath = (siteId: string): string => `/sites/${siteId}/share-links`;

export const pagesPath = (siteId: string): string => `/sites/${siteId}/pages`;

/** The view that a share link leads to once it is opened. */
export const sharedPath = (link: number): string => `/share/${link}`;

/** The number of the link whose view is at a path, if it is one. */
export const sharedLinkIn = (path: string): string | undefined => /^\/share\/(\d+)$/.exec(path)?.[1];

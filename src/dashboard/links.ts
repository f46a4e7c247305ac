/** The paths of the screens of a site. Names come from hostile text, so each is encoded. */

export const botPath = (siteId: string, botName: string): string =>
  `/sites/${siteId}/bots/${encodeURIComponent(botName)}`;

/** The search of a link that keeps the days shown and adds a filter. */
export function withParam(search: string, name: string, value: string): string {
  const query = new URLSearchParams(search);
  query.set(name, value);
  return `?${query.toString()}`;
}

export const eventsPath = (siteId: string): string => `/sites/${siteId}/events`;

export const pagesPath = (siteId: string): string => `/sites/${siteId}/pages`;

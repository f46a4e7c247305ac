import { unescape } from 'node:querystring';

const ROUTE = /^\/collect\/sites(?:\/([^/]*))?\/events$/;

/**
 * The site id in `/collect/sites/{siteId}/events`, decoded; empty when left out, undefined for any other path. A bad
 * percent-encoding stays: no site has such an id.
 */
export function matchCollectRoute(pathname: string): string | undefined {
  const match = ROUTE.exec(pathname);
  return match ? unescape(match[1] ?? '') : undefined;
}

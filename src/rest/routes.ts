import type { Endpoint, PathParameters } from '../wire/endpoint.ts';
import { ENDPOINTS, SITES_PATH, pathOfReport } from '../wire/endpoints.ts';

export type Route = {
  /** The template of its paths. */
  readonly path: string;
  readonly endpoint: Endpoint;
  readonly parameters: PathParameters;
};

/** Matches `/sites`, `/sites/{siteId}/{report}`, `/sites/{siteId}/bots/{botName}`, and both without a site id, for one that is missing. */
export function matchRoute(pathname: string): Route | undefined {
  if (pathname === SITES_PATH) return routeTo(SITES_PATH, { siteId: '' });
  if (!pathname.startsWith(`${SITES_PATH}/`)) return undefined;
  const segments = pathname.slice(SITES_PATH.length + 1).split('/');
  return matchReport(segments) ?? matchReport(['', ...segments]);
}

/** A report of one or two segments, or of a name and a segment that names a bot. */
function matchReport([site = '', name = '', bot, ...rest]: readonly string[]): Route | undefined {
  if (rest.length > 0 || bot === '') return undefined;
  const siteId = decode(site);
  if (bot === undefined) return routeTo(pathOfReport(name), { siteId });
  return (
    routeTo(pathOfReport(`${name}/${bot}`), { siteId }) ??
    routeTo(pathOfReport(`${name}/{botName}`), { siteId, botName: decode(bot) })
  );
}

function routeTo(path: string, parameters: PathParameters): Route | undefined {
  const endpoint = ENDPOINTS.get(path);
  return endpoint && { path, endpoint, parameters };
}

/** Leaves an invalid percent escape unchanged: nothing has such a name. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

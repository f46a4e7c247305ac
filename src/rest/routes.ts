import type { Endpoint } from './endpoint.ts';
import { REPORTS, SITES } from './endpoints.ts';

export type Route = {
  /** The template of its paths. */
  readonly path: string;
  readonly endpoint: Endpoint;
  /** The decoded segment of the path; empty if it is missing. */
  readonly siteId: string;
};

const PREFIX = '/api/v1/sites';

/** Every endpoint by the template of its paths. */
export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  [PREFIX, SITES],
  ...Object.entries(REPORTS).map(([name, report]) => [templateOf(name), report] as const),
]);

/** Matches `/sites`, `/sites/{siteId}/{report}`, and `/sites/{report}` for a missing site id. */
export function matchRoute(pathname: string): Route | undefined {
  if (pathname === PREFIX) return { path: PREFIX, endpoint: SITES, siteId: '' };
  if (!pathname.startsWith(`${PREFIX}/`)) return undefined;
  const segments = pathname.slice(PREFIX.length + 1).split('/');
  if (segments.length > 2) return undefined;
  const [siteId = '', name = ''] = segments.length === 1 ? ['', ...segments] : segments;
  const path = templateOf(name);
  const endpoint = ENDPOINTS.get(path);
  return endpoint && { path, endpoint, siteId: decode(siteId) };
}

function templateOf(report: string): string {
  return `${PREFIX}/{siteId}/${report}`;
}

/** Leaves an invalid percent escape unchanged: no site has such an id. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

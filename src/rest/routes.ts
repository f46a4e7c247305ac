import type { Operation } from '../domain/plan.ts';

export type RestOperation = Exclude<Operation, 'graphql' | 'insight' | 'export'>;

export type Route = {
  readonly operation: RestOperation;
  /** The decoded segment of the path; empty if it is missing. */
  readonly siteId: string;
};

const PREFIX = '/api/v1/sites';

/** The template of the paths of an operation. */
export function routeOf(operation: RestOperation): string {
  return operation === 'sites' ? PREFIX : `${PREFIX}/{siteId}/${operation}`;
}

/** Matches `/sites`, `/sites/{siteId}/{operation}`, and `/sites/{operation}` for a missing site id. */
export function matchRoute(pathname: string): Route | undefined {
  if (pathname === PREFIX) return { operation: 'sites', siteId: '' };
  if (!pathname.startsWith(`${PREFIX}/`)) return undefined;
  const segments = pathname.slice(PREFIX.length + 1).split('/');
  if (segments.length > 2) return undefined;
  const name = segments.at(-1);
  const siteId = segments.length === 2 ? (segments[0] ?? '') : '';
  return isSiteOperation(name) ? { operation: name, siteId: decode(siteId) } : undefined;
}

function isSiteOperation(name: string | undefined): name is 'timeseries' | 'stats' | 'events' {
  return name === 'timeseries' || name === 'stats' || name === 'events';
}

/** Leaves an invalid percent escape unchanged: no site has such an id. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

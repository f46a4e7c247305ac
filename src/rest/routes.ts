import type { Endpoint, PathParameters } from './endpoint.ts';
import { REPORTS, SITES } from './endpoints.ts';

export type Route = {
  /** The template of its paths. */
  readonly path: string;
  readonly endpoint: Endpoint;
  readonly parameters: PathParameters;
};

const PREFIX = '/api/v1/sites';

/** Every endpoint by the template of its paths. */
export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  [PREFIX, SITES],
  ...Object.entries(REPORTS).map(([name, report]) => [templateOf(name), report] as const),
]);

/** Matches `/sites`, `/sites/{siteId}/{report}`, and `/sites/{report}` for a missing site id. */
export function matchRoute(pathname: string): Route | undefined {
  if (pathname === PREFIX) return { path: PREFIX, endpoint: SITES, parameters: { siteId: '' } };
  if (!pathname.startsWith(`${PREFIX}/`)) return undefined;
  const segments = pathname.slice(PREFIX.length + 1).split('/');
  return matchReport(segments) ?? matchReport(['', ...segments]);
}

/** A report of one segment, or of a name and a segment that names a bot. */
function matchReport([siteId = '', name = '', botName, ...rest]: readonly string[]): Route | undefined {
  if (rest.length > 0 || botName === '') return undefined;
  const path = templateOf(botName === undefined ? name : `${name}/{botName}`);
  const endpoint = ENDPOINTS.get(path);
  return (
    endpoint && {
      path,
      endpoint,
      parameters: {
        siteId: decode(siteId),
        ...(botName !== undefined && { botName: decode(botName) }),
      },
    }
  );
}

function templateOf(report: string): string {
  return `${PREFIX}/{siteId}/${report}`;
}

/** Leaves an invalid percent escape unchanged: nothing has such a name. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

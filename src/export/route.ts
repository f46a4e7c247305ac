import { unescape } from 'node:querystring';
import type { ExportFormat } from '../wire/export.ts';

export type ExportRoute = {
  /** The decoded segment of the path; empty if it is missing. A bad percent-encoding stays: no site has such an id. */
  readonly siteId: string;
  readonly format: ExportFormat;
};

/** The template of the paths, of either format. */
export const EXPORT_ROUTE = '/export/sites/{siteId}/events';

const ROUTE = /^\/export\/sites(?:\/([^/]*))?\/events\.(csv|ndjson)$/;

/** Matches `/export/sites/{siteId}/events.csv` and `.ndjson`. */
export function matchExportRoute(pathname: string): ExportRoute | undefined {
  const [matched, siteId = '', ending] = ROUTE.exec(pathname) ?? [];
  if (matched === undefined) return undefined;
  return { siteId: unescape(siteId), format: ending === 'csv' ? 'csv' : 'ndjson' };
}

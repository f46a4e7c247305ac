import type { LogRecord } from '../log-record.ts';
import { presentText } from './quoted-field.ts';

/**
 * The host and the target in a field that has the whole address of a request, such as `https://site.example:443/a?b`. A
 * field that has only a path is a target without a host.
 */
export function splitUrl(url: string | undefined): Pick<LogRecord, 'host' | 'target'> {
  const [, host, rest = ''] = /^[a-z][a-z0-9+.-]{0,15}:\/\/([^/?#]*)(.*)$/is.exec(url ?? '') ?? [];
  if (host === undefined) return { host: undefined, target: presentText(url) };
  return { host: presentText(host), target: rest.startsWith('/') ? rest : `/${rest}` };
}

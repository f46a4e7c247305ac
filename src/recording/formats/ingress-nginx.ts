import { createClfTimeReader } from './clf-time.ts';
import { RECORD_START, REQUEST_TO_AGENT, USER_AND_TIME, toReading } from './combined.ts';
import type { FormatParser, LogFormat } from './log-format.ts';
import { createTextParser } from './text-parser.ts';

/**
 * The default log of ingress-nginx: the combined format, then length and duration of the request, names of the upstream
 * and what it answered, and an id, which a client may set. Older releases have the address again, in brackets.
 *
 * @see https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/log-format/
 */
export const INGRESS_NGINX = {
  name: 'ingress-nginx',
  readme: { logs: 'the default log of ingress-nginx', lack: 'the host' },
  needs: 'lines of `combined` that go on with length, duration and `[upstream] []`',
  example:
    '192.0.2.7 - - [29/Oct/2026:09:20:17 +0000] "GET / HTTP/1.1" 200 5 "-" "-" 89 0.001 [default-web-80] [] 10.0.0.5:80 5 0.000 200 a1b2c3',
  beginning: /^[^\s"]+ - /,
  createParser: createIngressNginxParser,
} as const satisfies LogFormat;

const HEAD = String.raw`([^\s"]+) - (?:\[[^\]"]{0,256}\] - )?${USER_AND_TIME}`;
const TAIL = String.raw` \d{1,20} [\d.]{1,20} \[[^\]"]{0,256}\](?: \[[^\]"]{0,256}\])? [^"]`;
const RECORD = new RegExp(`^()${HEAD}${REQUEST_TO_AGENT}${TAIL}`);
/** A whole line of the combined format is not the beginning of one in this. */
const RECORD_HEAD = new RegExp(String.raw`^${HEAD}(?!${REQUEST_TO_AGENT}\s*$)`);

function createIngressNginxParser(): FormatParser {
  const timeOf = createClfTimeReader();
  return createTextParser({
    record: RECORD,
    head: RECORD_HEAD,
    start: RECORD_START,
    toReading: (fields) => toReading(fields, timeOf),
  });
}

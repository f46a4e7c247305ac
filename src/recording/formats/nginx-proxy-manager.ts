import type { LogReading } from '../log-record.ts';
import { createClfTimeReader } from './clf-time.ts';
import type { FormatParser, LogFormat } from './log-format.ts';
import { parseBytes, QUOTED, unquote } from './quoted-field.ts';
import { parseMethod } from './request-line.ts';
import { createTextParser } from './text-parser.ts';
import { statusOf } from '../status.ts';

/**
 * the formats `proxy` and `standard` of Nginx Proxy Manager: time, (cache and upstream status,) status,
 * method, scheme, host, target, client, length, gzip ratio, (upstream,) user agent, referrer.
 *
 * @see https://github.com/NginxProxyManager/nginx-proxy-manager/blob/develop/docker/rootfs/etc/nginx/conf.d/include/log-proxy.conf
 */
export const NGINX_PROXY_MANAGER = {
  name: 'nginx-proxy-manager',
  readme: { logs: '`proxy-host-*_access.log`' },
  needs:
    'lines such as `[29/Oct/2026:09:20:17 +0000] - 200 200 - GET https site.example "/" [Client 192.0.2.7] …`',
  example:
    '[29/Oct/2026:09:20:17 +0000] 200 - GET https site.example "/" [Client 192.0.2.7] [Length 5] [Gzip -] "-" "-"',
  beginning: /^\[/,
  createParser: createNginxProxyManagerParser,
} as const satisfies LogFormat;

function createNginxProxyManagerParser(): FormatParser {
  const timeOf = createClfTimeReader();
  return createTextParser({
    record: RECORD,
    head: /^\[\d\d\/[A-Z][a-z]{2}\/\d{4}:[^\]]{0,64}\] [^"[]{1,256}"/,
    start: /\[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\] [^"[]{1,256} "/g,
    toReading: (fields) => toReading(fields, timeOf),
  });
}

/** Several upstreams, tried in turn, have several states, separated by spaces. */
const STATES = String.raw`(?:[^"[\]]{1,128} )?(\d{3}) -`;
/** The host is empty for a request without one. */
const REQUEST = String.raw`(\S+) \S+ (\S*) ${QUOTED}`;
const CLIENT = String.raw`\[Client ([^\]]*)\] \[Length ([^\]]*)\] \[Gzip [^\]]*\](?: \[Sent-to [^\]]*\])?`;
const RECORD = new RegExp(String.raw`^\[([^\]]{0,64})\] ${STATES} ${REQUEST} ${CLIENT} ${QUOTED} ${QUOTED}`);

function toReading(fields: RegExpExecArray, timeOf: (text: string) => number | undefined): LogReading {
  const [, time = '', status, method, host, target, address = '-', bytes, userAgent, referrer] = fields;
  const timeMs = timeOf(time);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  return {
    record: {
      timeMs,
      address,
      host: unquote(host),
      method: parseMethod(method),
      target: unquote(target),
      status: statusOf(status),
      bytes: parseBytes(bytes),
      referrer: unquote(referrer),
      hasAgentField: true,
      userAgent: unquote(userAgent),
    },
  };
}

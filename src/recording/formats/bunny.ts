import type { LogReading } from '../log-record.ts';
import { statusOf } from '../status.ts';
import { splitUrl } from './absolute-url.ts';
import type { FormatParser, LogFormat } from './log-format.ts';
import { readInstant } from './log-time.ts';
import { parseBytes, presentText } from './quoted-field.ts';
import { CUT_OFF } from './text-parser.ts';

/**
 * The log of bunny.net, as it is downloaded or forwarded: cache, status, time, bytes, zone, client, referrer, URL, place,
 * user agent, id and country, separated by "|". It has no method.
 *
 * @see https://docs.bunny.net/cdn/logging
 */
export const BUNNY = {
  name: 'bunny',
  readme: {
    logs: 'bunny.net, as downloaded or forwarded',
    lack: 'the method; addresses are anonymised, and so not verified, unless you [switch that off](#bunnynet)',
  },
  needs: 'lines of twelve fields such as `HIT|200|1793265617123|5|1|192.0.2.7|-|https://site.example/|DE|…`',
  example: 'HIT|200|1793265617123|5|1|192.0.2.7|-|https://site.example/|FRA|-|a1b2c3|DE',
  beginning: /^[A-Z-]{1,16}\|\d{3}\|\d{10,13}\|/,
  createParser: createBunnyParser,
} as const satisfies LogFormat;

const FIELDS = 12;
const [AGENT_AT, BEHIND_AGENT] = [9, -2];

function createBunnyParser(): FormatParser {
  return {
    parse(line) {
      if (!BUNNY.beginning.test(line)) return undefined;
      const fields = line.split('|');
      // a user agent may have the separator, but hardly as many as another record on the same line
      const isOne = fields.length >= FIELDS && fields.length < 2 * FIELDS - 1;
      return [isOne ? toReading(fields) : CUT_OFF];
    },
  };
}

function toReading(fields: readonly string[]): LogReading {
  const [, status, time, bytes, , address = '-', referrer, url] = fields;
  const timeMs = readInstant(time);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  return {
    record: {
      timeMs,
      address,
      ...splitUrl(presentText(url)),
      // it is not logged, and nearly all that a CDN answers are GET requests
      method: 'GET',
      status: statusOf(status),
      bytes: parseBytes(bytes),
      referrer: presentText(referrer),
      hasAgentField: true,
      userAgent: presentText(fields.slice(AGENT_AT, BEHIND_AGENT).join('|')),
      requestId: presentText(fields.at(BEHIND_AGENT)),
    },
  };
}

import type { LogReading } from '../log-record.ts';
import { statusOf } from '../status.ts';
import { proxyList } from './client-address.ts';
import type { FormatParser, LogFormat } from './log-format.ts';
import { readInstant } from './log-time.ts';
import { parseBytes, presentText } from './quoted-field.ts';
import { parseMethod } from './request-line.ts';
import { CUT_OFF, cutAt } from './text-parser.ts';

/**
 * the W3C log of IIS, also that of Azure App Service: values separated by spaces, in UTC, in the columns of the last
 * `#Fields` directive, or in those that IIS has by default. The memory is those columns.
 *
 * @see https://learn.microsoft.com/windows/win32/http/w3c-logging
 */
export const IIS = {
  name: 'iis',
  readme: {
    logs: 'IIS and Azure App Service, W3C, by their `#Fields` line',
    lack: 'the columns that you left out: by default the host and the bytes',
  },
  needs: '`#Fields:` with `date`, `time`, `cs-method` and `cs-uri-stem`, separated by spaces',
  example: '2026-10-29 09:20:17 10.0.0.4 GET / - 443 - 192.0.2.7 - - 200 0 0 5',
  beginning: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [^\s|]+ /,
  // CloudFront's columns have x-edge-… among them
  directive:
    /^#(?:Software: Microsoft Internet Information |Fields: (?!.*\bx-(?:edge|host)-).*\bcs-uri-stem\b)/,
  createParser: createIisParser,
} as const satisfies LogFormat;

const DEFAULT_COLUMNS =
  'date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken'.split(
    ' ',
  );

function createIisParser(memory: readonly string[]): FormatParser {
  let columns = memory.length > 0 ? memory : DEFAULT_COLUMNS;
  // other programs begin their lines with a date, too
  let row = memory.length > 0 ? IIS.beginning : DEFAULT_ROW;
  return {
    parse(line) {
      if (line.startsWith('#')) {
        if (line.startsWith('#Fields:')) {
          columns = line.slice('#Fields:'.length).trim().split(/\s+/);
          row = IIS.beginning;
        }
        return [];
      }
      if (!row.test(line)) return undefined;
      return cutAt(ROW_START, line).map((row) => parseRow(row, columns));
    },
    memory: () => columns,
  };
}

const DEFAULT_ROW =
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [\da-f.:%-]{1,60} [A-Z]{1,20} \S{1,4096} \S{1,4096} \d{1,5} /;

/** IIS writes a space within a value as "+", so only a record can begin like this. */
const ROW_START = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /g;

function parseRow(row: string, columns: readonly string[]): LogReading {
  const values = row.trimEnd().split(' ');
  if (values.length < columns.length) return CUT_OFF;
  const valueOf = (column: string) => presentText(values[columns.indexOf(column)]);
  const timeMs = readInstant(`${valueOf('date') ?? ''} ${valueOf('time') ?? ''}`);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  return {
    record: {
      timeMs,
      address: proxyList(spaced(valueOf('X-Forwarded-For')), valueOf('c-ip') ?? '-'),
      host: valueOf('cs-host'),
      method: parseMethod(valueOf('cs-method')),
      target: targetOf(valueOf('cs-uri-stem'), valueOf('cs-uri-query')),
      status: statusOf(valueOf('sc-status')),
      bytes: parseBytes(valueOf('sc-bytes')),
      referrer: valueOf('cs(Referer)'),
      hasAgentField: columns.includes('cs(User-Agent)'),
      userAgent: spaced(valueOf('cs(User-Agent)')),
    },
  };
}

function spaced(value: string | undefined): string | undefined {
  return value?.replaceAll('+', ' ');
}

function targetOf(path: string | undefined, query: string | undefined): string | undefined {
  return query === undefined ? path : `${path ?? '/'}?${query}`;
}

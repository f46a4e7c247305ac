import type { LogReading } from '../log-record.ts';
import type { FormatParser, LogFormat } from './log-format.ts';
import { createJsonParser, fieldText } from './json-parser.ts';
import { readInstant } from './log-time.ts';
import { decodePercents, undoublePercents } from './percent-escapes.ts';
import { parseBytes, presentText } from './quoted-field.ts';
import { parseMethod } from './request-line.ts';
import { CUT_OFF, cutAt } from './text-parser.ts';
import { statusOf } from '../status.ts';

/**
 * the standard log of Amazon CloudFront: URL-encoded values separated by tabs, in the columns of the last
 * `#Fields` directive, or in the documented order if there was none; or, in version 2, a JSON object on each line with
 * the same values by their column. The memory is those columns.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html
 */
export const CLOUDFRONT = {
  name: 'cloudfront',
  readme: { logs: 'Amazon CloudFront standard logs, by their `#Fields` line, or the JSON of version 2' },
  needs: '`#Fields:` with `x-edge-…`, separated by tabs, or JSON with `date` and `cs-uri-stem`',
  example: '#Fields: c-ip date time cs-uri-stem x-edge-location',
  beginning: /^\d{4}-\d\d-\d\d\t\d\d:\d\d:\d\d\t/,
  // other logs have such directives too, but not these columns
  directive: /^#(?:Version: 1\.0\s*$|Fields: .*\bx-(?:edge|host)-)/,
  objectKeys: 'own',
  createParser: createCloudfrontParser,
} as const satisfies LogFormat;

function createCloudfrontParser(memory: readonly string[]): FormatParser {
  let columns = memory.length > 0 ? memory : DOCUMENTED_COLUMNS;
  const json = createJsonParser((fields) =>
    'cs-uri-stem' in fields && ('date' in fields || 'timestamp' in fields || 'timestamp(ms)' in fields)
      ? toReading((column) => fieldText(fields[column]), 'cs(User-Agent)' in fields)
      : undefined,
  );
  return {
    parse(line) {
      if (line.startsWith('#')) {
        if (line.startsWith('#Fields:')) columns = line.slice('#Fields:'.length).trim().split(/\s+/);
        return [];
      }
      if (line.startsWith('{') || line.startsWith('[')) return json.parse(line);
      if (!line.includes('\t')) return undefined;
      return cutAt(ROW_START, line).map((row) => parseRow(row, columns));
    },
    memory: () => columns,
  };
}

/** A tab within a value is encoded, so only a record can begin like this. */
const ROW_START = /\d{4}-\d\d-\d\d\t\d\d:\d\d:\d\d\t/g;

/** The columns up to the last one that is used. */
const DOCUMENTED_COLUMNS =
  'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header'.split(
    ' ',
  );

function parseRow(row: string, columns: readonly string[]): LogReading {
  const values = row.split('\t');
  if (values.length < columns.length) return CUT_OFF;
  return toReading(
    (column) => presentText(values[columns.indexOf(column)]),
    columns.includes('cs(User-Agent)'),
  );
}

function toReading(valueOf: (column: string) => string | undefined, hasAgentField: boolean): LogReading {
  const written = valueOf('date') && `${valueOf('date') ?? ''} ${valueOf('time') ?? ''}`;
  const timeMs = readInstant(written ?? valueOf('timestamp(ms)') ?? valueOf('timestamp'));
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  const userAgent = valueOf('cs(User-Agent)');
  return {
    record: {
      timeMs,
      address: valueOf('c-ip') ?? '-',
      host: hostOf(valueOf('x-host-header'), valueOf('cs(Host)')),
      method: parseMethod(valueOf('cs-method')),
      target: targetOf(valueOf('cs-uri-stem'), valueOf('cs-uri-query')),
      status: statusOf(valueOf('sc-status')),
      bytes: parseBytes(valueOf('sc-bytes')),
      referrer: undoublePercents(valueOf('cs(Referer)')),
      hasAgentField,
      userAgent: userAgent === undefined ? undefined : decodePercents(userAgent),
      requestId: valueOf('x-edge-request-id'),
    },
  };
}

/** Undefined for the distribution's own name, which does not say which site was requested. */
function hostOf(asked: string | undefined, distribution: string | undefined): string | undefined {
  return asked === distribution ? undefined : asked;
}

function targetOf(path: string | undefined, query: string | undefined): string | undefined {
  return undoublePercents(query === undefined ? path : `${path ?? '/'}?${query}`);
}

import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readNdjsonEvent } from '../../src/recording/ndjson-event.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, conversion, makeSite, referral } from '../support/makers.ts';
import { askText } from '../twins/support.ts';
import { pick } from '../rest/support.ts';
import { listAll, makeExporter, mixedEvents } from './support.ts';

const gateway = startGateway();
const AT = '2026-03-15T10:00:00.000Z';

const COLUMNS =
  'id,type,page_path,country,created_at,bot_name,bot_company,source,event_name,event_value,status,bytes,verdict,signature,signer';

const MINUS = '-2+3';
const QUOTED = '/3a "quoted" word';

const many = await makeExporter(gateway);
await many.record(mixedEvents(3_700));

/** The records of a CSV text: RFC 4180, and nothing that it does not allow. */
function parseCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [[]];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    const [, value = '', end] = match;
    records.at(-1)?.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === '\r\n') records.push([]);
    if (cell.lastIndex === text.length) return records.slice(0, -1);
  }
  throw new Error('not CSV');
}

const lines = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** An event of REST with what its source told beyond it, which is nothing. */
function withFacts(event: Record<string, unknown>): Record<string, unknown> {
  const { type } = event;
  if (type === 'bot')
    return { ...event, ...{ status: null, bytes: null, verdict: 'unknown' }, signature: null, signer: null };
  return type === 'referral' ? { ...event, status: null } : { ...event, source: null };
}

describe('an export', () => {
  it.each(['', 'type=bot', 'start=2026-03-15&end=2026-03-15', 'type=conversion&start=2026-03-10'])(
    'with %j has, as NDJSON, the events of all pages of the events endpoint, line by line',
    async (query) => {
      const events = await listAll(many, query);
      expect(events.length).toBeGreaterThan(700);

      const text = await many.text(`events.ndjson?${query}`);

      expect(text).toBe(events.map((event) => `${JSON.stringify(withFacts(event))}\n`).join(''));
    },
  );

  it('has, as CSV, the same events in the same order', async () => {
    const [header, ...records] = parseCsv(await many.text('events.csv'));

    expect(header).toEqual(COLUMNS.split(','));
    const names = COLUMNS.split(',');
    const cell = (value: unknown) => {
      if (typeof value !== 'string')
        return value === null || value === undefined ? '' : JSON.stringify(value);
      return /^[=+\-@\t\r\n＝]/.test(value) ? `'${value}` : value;
    };
    const events = (await listAll(many, '')).map(withFacts);
    expect(records).toEqual(events.map((event) => names.map((name) => cell(event[name]))));
  });

  it('keeps numbers, quotes what needs it, and lets no text be a formula', async () => {
    const { record, text } = await makeExporter(gateway);
    await record([
      conversion('2026-03-15T10:00:00.000Z', { sentBy: '@perplexity' }),
      conversion('2026-03-15T10:00:00.001Z', { eventName: '=1+1', eventValue: -19.99, country: 'DE' }),
      referral('2026-03-15T10:00:00.002Z', { source: '-a,"b"' }),
      botVisit('2026-03-15T10:00:00.003Z', {
        ...{ botName: '@x', botCompany: '\r=y', pagePath: '/a=b' },
        ...{ status: 404, bytes: 0, verdict: 'no-list', proof: { state: 'expired', signer: null } },
      }),
    ]);

    const rows = (await text('events.csv')).replaceAll(/(?<=\r\n)\d+,/g, '');

    expect(rows).toBe(
      `${COLUMNS}\r\n` +
        `bot,/a=b,XX,2026-03-15T10:00:00.003Z,'@x,"'\r'=y",,,,404,0,no-list,expired,\r\n` +
        `referral,/,XX,2026-03-15T10:00:00.002Z,,,"'-a,""b""",,,,,,,\r\n` +
        `conversion,/,DE,2026-03-15T10:00:00.001Z,,,,'=1+1,-19.99,,,,,\r\n` +
        `conversion,/,XX,2026-03-15T10:00:00.000Z,,,'@perplexity,signup,,,,,,\r\n`,
    );
  });

  it('is recorded as it was by an import of it', async () => {
    const { record, text } = await makeExporter(gateway);
    const events = [
      botVisit(AT, { status: 403, bytes: 512, verdict: 'outside' }),
      botVisit(AT, { status: null, bytes: null, verdict: 'verified' }),
      botVisit(AT, { verdict: 'signed', proof: { state: 'valid', signer: 'chatgpt.com' } }),
      referral(AT, { status: 200 }),
      conversion(AT, { eventValue: -1.5 }),
      conversion(AT, { sentBy: 'chatgpt' }),
    ];
    await record(events);

    const rows = (await text('events.ndjson')).split('\n').slice(0, -1);

    expect(rows.map((row) => readNdjsonEvent(row, 0))).toEqual(
      events.toReversed().map((event) => ({ event })),
    );
  });

  it.each([
    ['bot', 247, `bot=${encodeURIComponent(MINUS)}`, `botName: "${MINUS}"`],
    ['page', 35, `page=${encodeURIComponent(QUOTED)}`, `pagePath: ${JSON.stringify(QUOTED)}`],
    [
      'bot and type',
      0,
      `type=referral&bot=${encodeURIComponent(MINUS)}`,
      `botName: "${MINUS}", type: REFERRAL`,
    ],
    ['a name that cannot be stored', 0, 'bot=a%00', 'botName: "a\\u0000"'],
  ])('by %s has the %d events that GraphQL lists', async (_, count, query, args) => {
    const { data } = await askText<{ site: { events: { nodes: { eventId: number }[] } } }>(
      gateway,
      many.key,
      `query ($id: ID!) { site(id: $id) { events(first: 1000, ${args}) { nodes { eventId } } } }`,
      { id: many.site.id },
    );
    const listed = data?.site.events.nodes.map(({ eventId }) => eventId);

    const found = lines(await many.text(`events.ndjson?${query}`));

    expect(listed).toHaveLength(count);
    expect(found.map(({ id }) => id)).toEqual(listed);
  });

  it('has each event once, whatever is recorded while it runs', async () => {
    const exporter = await makeExporter(gateway);
    await exporter.record(Array.from({ length: 2_500 }, () => botVisit(AT)));
    const before = await listAll(exporter, '');
    const response = await exporter.open('events.ndjson');
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let text = decoder.decode((await reader?.read())?.value, { stream: true });

    await exporter.record([botVisit(AT), botVisit('2026-03-15T11:00:00Z'), botVisit('2026-03-14T10:00:00Z')]);
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }

    const after = await listAll(exporter, 'end=2026-03-14&start=2026-03-14');
    expect(lines(text)).toEqual([...before, ...after].map(withFacts));
  });

  it('without events has the header, or nothing', async () => {
    const { text } = await makeExporter(gateway);
    expect([await text('events.csv'), await text('events.ndjson')]).toEqual([`${COLUMNS}\r\n`, '']);
  });

  it('of exactly as many events as the pages hold ends', async () => {
    const { record, text } = await makeExporter(gateway);
    await record(Array.from({ length: 2_000 }, () => botVisit(AT)));
    expect(lines(await text('events.ndjson'))).toHaveLength(2_000);
  });
});

describe('the response', () => {
  const NAMES = ['content-type', 'content-disposition', 'cache-control', 'vary', 'x-content-type-options'];

  it.each([
    ['csv', 'text/csv; charset=utf-8; header=present'],
    ['ndjson', 'application/x-ndjson; charset=utf-8'],
  ])('as %s is a file with a name, which nobody stores or guesses at', async (format, type) => {
    const { open } = await makeExporter(gateway);

    const { status, headers } = await open(`events.${format}?start=2026-02-01`);

    expect([status, pick(headers, NAMES)]).toEqual([
      200,
      {
        'content-type': type,
        'content-disposition': `attachment; filename="example.com-events-2026-02-01-2026-03-15.${format}"`,
        'cache-control': 'private, no-store',
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
      },
    ]);
    expect(headers.get('ratelimit')).toBe('"export";r=599;t=60');
  });

  it.each([
    ['bot', 'bot-visits'],
    ['referral', 'referrals'],
    ['conversion', 'conversions'],
  ])('with events of the type %s is named after it', async (type, name) => {
    const { open } = await makeExporter(gateway);
    const { headers } = await open(`events.csv?start=2026-02-01&type=${type}`);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="example.com-${name}-2026-02-01-2026-03-15.csv"`,
    );
  });

  it.each([
    ['bot=GPTBot', 'events-GPTBot'],
    ['type=bot&bot=GPTBot&page=/docs/start%3Fa%3D1', 'bot-visits-GPTBot-docs-start-a-1'],
    ['page=/', 'events'],
    ['page=%C3%A9%22%0D%0ASet-Cookie:%20x=1;/../', 'events-Set-Cookie-x-1'],
    [`page=/${'x'.repeat(300)}`, `events-${'x'.repeat(39)}`],
  ])('with the filters %s is named after them', async (filters, name) => {
    const { open } = await makeExporter(gateway);
    const { status, headers } = await open(`events.csv?start=2026-02-01&${filters}`);
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="example.com-${name}-2026-02-01-2026-03-15.csv"`,
    ]);
    expect(headers.get('set-cookie')).toBeNull();
  });

  it.each([
    [`../../etc/passwd`, 'etc-passwd'],
    [`a"; filename="b.exe`, 'a-filename-b.exe'],
    [`a\r\nSet-Cookie: x=1`, 'a-Set-Cookie-x-1'],
    ['.bücher.example', 'b-cher.example'],
    ['x'.repeat(300), 'x'.repeat(100)],
  ])('names no file after the domain %j', async (domain, name) => {
    const { accountId, key } = many;
    const { id } = await makeSite(gateway.db, accountId, { domain });

    const { headers } = await gateway.rest(`/export/sites/${id}/events.csv`, key);

    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="${name}-events-2026-03-08-2026-03-15.csv"`,
    );
    expect(headers.get('set-cookie')).toBeNull();
  });

  it.each(['csv', 'ndjson'])(
    'as %s is encoded if the caller takes gzip, and then has the same',
    async (format) => {
      const plain = await many.open(`events.${format}`, { 'accept-encoding': 'br;q=0, gzip;q=0' });
      expect(plain.headers.get('content-encoding')).toBeNull();
      const text = await plain.text();

      const packed = await many.open(`events.${format}`, { 'accept-encoding': 'gzip, deflate' });

      expect(pick(packed.headers, ['content-encoding', 'vary'])).toEqual({
        'content-encoding': 'gzip',
        vary: 'Accept-Encoding',
      });
      const bytes = Buffer.from(await packed.arrayBuffer());
      expect(gunzipSync(bytes).toString()).toBe(text);
      expect(bytes.length).toBeLessThan(text.length / 3);
    },
  );
});

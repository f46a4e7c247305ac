import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { blocksBelow } from '../support/page.ts';
import { serve } from '../faults/http.ts';
import { badParameter, pick } from '../rest/support.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit } from '../support/makers.ts';
import { askText } from '../twins/support.ts';
import { makeExporter, mixedEvents } from './support.ts';

const gateway = startGateway();
const many = await makeExporter(gateway);
await many.record(mixedEvents(2_300));

const DAYS = 'start=2026-03-01&end=2026-03-31';
const whole = await many.text(`events.ndjson?${DAYS}`);
const lines = linesOf(whole);

/** With their ends. A text may hold other ends of lines. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]+\n/g) ?? [];
}

/** What `after` names a line by. */
function positionOf(line = ''): string {
  const { id, created_at: createdAt } = JSON.parse(line) as { id: number; created_at: string };
  return `${createdAt},${id}`;
}

describe('an export that is continued', () => {
  // three events have the same millisecond, and a page of the export has a thousand
  it.each([1, 2, 3, 999, 1_000, 1_001, 2_299, 2_300])(
    'after %d lines has the other lines, none of them twice',
    async (count) => {
      expect(lines).toHaveLength(2_300);
      const rest = await many.text(`events.ndjson?${DAYS}&after=${positionOf(lines[count - 1])}`);
      expect(lines.slice(0, count).join('') + rest).toBe(whole);
    },
  );

  it.each(['type=bot', 'type=conversion', 'bot=-2%2B3', 'page=%2F3a%20%22quoted%22%20word'])(
    'with %s has the other lines of that kind',
    async (filter) => {
      const filtered = await many.text(`events.ndjson?${DAYS}&${filter}`);
      const [first, second, ...others] = linesOf(filtered);
      expect(others.length).toBeGreaterThan(5);

      const rest = await many.text(`events.ndjson?${DAYS}&${filter}&after=${positionOf(second)}`);

      expect([first, second, rest].join('')).toBe(filtered);
    },
  );

  it('as CSV has the other rows, without the header, and says so', async () => {
    const csv = await many.text(`events.csv?${DAYS}`);

    const response = await many.open(`events.csv?${DAYS}&after=${positionOf(lines[1_499])}`);
    const rest = await response.text();

    expect(csv.endsWith(rest)).toBe(true);
    expect(rest.startsWith(`${(JSON.parse(lines[1_500] ?? '') as { id: number }).id},`)).toBe(true);
    expect(pick(response.headers, ['content-type', 'content-disposition'])).toEqual({
      'content-type': 'text/csv; charset=utf-8; header=absent',
      'content-disposition': 'attachment; filename="example.com-events-2026-03-01-2026-03-31.csv"',
    });
  });

  it('after the last event is empty, in both formats', async () => {
    const after = positionOf(lines.at(-1));
    for (const format of ['csv', 'ndjson'])
      expect(await many.text(`events.${format}?${DAYS}&after=${after}`)).toBe('');
  });

  it('has no event that came meanwhile and is newer, and goes on if the one it names was deleted', async () => {
    const { record, text, site } = await makeExporter(gateway);
    const at = (minute: number) => botVisit(`2026-03-15T10:0${minute}:00Z`);
    await record([at(1), at(2), at(3), at(4)]);
    const before = linesOf(await text(`events.ndjson?${DAYS}`));

    await record([at(4), at(5), at(3)]);
    const named = JSON.parse(before[1] ?? '') as { id: number };
    await gateway.db.deleteFrom('events').where('site_id', '=', site.id).where('id', '=', named.id).execute();
    const rest = await text(`events.ndjson?${DAYS}&after=${positionOf(before[1])}`);

    expect(rest).toBe(before.slice(2).join(''));
  });

  it('goes on after midnight where it began, with the start that it had', async () => {
    const later = startGateway({ db: gateway.db, now: '2026-03-16T00:00:01.000Z' });
    const path = `/export/sites/${many.site.id}/events.ndjson?start=2026-03-08&after=${positionOf(lines[9])}`;
    const headers = { authorization: `Bearer ${many.key}` };
    const text = await (
      await later.fetch(new Request(`http://site-traffic.test${path}`, { headers }))
    ).text();
    expect(lines.slice(0, 10).join('') + text).toBe(whole);
  });

  it.each(['', '&type=referral'])('takes the cursor of REST, with %j', async (filter) => {
    const { body } = await many.ask(`events?${DAYS}&limit=150${filter}`);
    const all = linesOf(await many.text(`events.ndjson?${DAYS}${filter}`));
    const rest = await many.text(`events.ndjson?${DAYS}${filter}&cursor=${body.next_cursor}`);
    expect(all.slice(0, 150).join('') + rest).toBe(all.join(''));
  });

  it('takes the cursor of GraphQL, with its filters', async () => {
    const args = 'start: "2026-03-01", end: "2026-03-31", botName: "-2+3", first: 5';
    const { data } = await askText<{ site: { events: { pageInfo: { endCursor: string } } } }>(
      gateway,
      many.key,
      `query ($id: ID!) { site(id: $id) { events(${args}) { pageInfo { endCursor } } } }`,
      { id: many.site.id },
    );
    const all = linesOf(await many.text(`events.ndjson?${DAYS}&bot=-2%2B3`));

    const query = `${DAYS}&bot=-2%2B3&cursor=${data?.site.events.pageInfo.endCursor}`;

    expect(all.slice(0, 5).join('') + (await many.text(`events.ndjson?${query}`))).toBe(all.join(''));
  });
});

describe('a continued export is refused', () => {
  const POSITION =
    'the created_at and the id of an event from start to end, such as 2026-03-15T12:34:56.789Z,12345';
  const AFTER = '2026-03-15T10:00:00.000Z,1';

  it.each([
    [`after=${AFTER}`, badParameter('after', 'given with start', AFTER)],
    [`${DAYS}&after=${AFTER}&cursor=x`, badParameter('after', 'given without cursor', AFTER)],
    [`${DAYS}&after=1&after=2`, badParameter('after', 'given once', '1, 2')],
    ...[
      ['', '1', '2026-03-15T10:00:00.000Z', '2026-03-15T10:00:00.000Z,', '2026-03-15T10:00:00Z,1'],
      ['2026-02-30T10:00:00.000Z,1', '2026-03-15T10:00:00.000Z,-1', '2026-03-15T10:00:00.000Z,01'],
      [
        '2026-03-15T10:00:00.000Z,9007199254740993',
        '2026-02-28T23:59:59.999Z,1',
        '2026-04-01T00:00:00.000Z,1',
      ],
    ]
      .flat()
      .map((after) => [`${DAYS}&after=${after}`, badParameter('after', POSITION, after)] as const),
    ['cursor=', badParameter('cursor', 'a next_cursor of an earlier page, unchanged', '')],
    ['cursor=x', badParameter('cursor', 'a next_cursor of an earlier page, unchanged', 'x')],
  ] as const)('with 400 for %s', async (query, body) => {
    const answer = await gateway.rest(`/export/sites/${many.site.id}/events.csv?${query}`, many.key);
    expect([answer.status, answer.body]).toEqual([400, body]);
  });

  it('with a cursor of other filters, which it names as its own parameters', async () => {
    const { body } = await many.ask(`events?${DAYS}&limit=1`);
    const path = `/export/sites/${many.site.id}/events.csv?${DAYS}&bot=GPTBot&cursor=${body.next_cursor}`;
    const { body: refused } = await gateway.rest(path, many.key);
    expect(refused.error).toMatch(
      /^cursor must be used with the site, type, bot, page, start and end it was made for; got /,
    );
  });
});

it('the documented commands complete a file that broke off, within a line or after one', async () => {
  const { url } = await serve(gateway.db);
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-export-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'events.ndjson');
  const { PATH = '' } = process.env;
  const bash = (...blocks: readonly string[]) =>
    promisify(execFile)('bash', ['-ec', blocks.join('\n').replaceAll('http://127.0.0.1:4000', url)], {
      cwd: folder,
      env: { PATH, KEY: many.key, SITE: many.site.id },
    });
  const [begin = '', continued = ''] = blocksBelow('docs/export.md', 'Continue an export', 'sh');
  const [address = ''] = begin.split('\n');
  await bash(begin);
  expect(readFileSync(file, 'utf8')).toBe(whole);

  for (const length of [lines.slice(0, 1_200).join('').length, lines.slice(0, 700).join('').length + 20]) {
    writeFileSync(file, whole.slice(0, length));
    await bash(address, continued);
    expect(readFileSync(file, 'utf8')).toBe(whole);
  }
});

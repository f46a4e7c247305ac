import { describe, expect, it } from 'vitest';
import type { NewEvent } from '../../src/domain/event.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { deleteSite } from '../../src/operations/owner/site-changes.ts';
import { NOW, startGateway, testDatabase } from '../support/gateway.ts';
import { botVisit, makeSite, record, referral } from '../support/makers.ts';
import { REFUSED, badDate, makeCaller } from './support.ts';

const db = testDatabase();
const gateway = startGateway({ db });
const ADVICE = 'a next_cursor of an earlier page, unchanged';
const OWN_QUESTION = 'used with the site, type, start and end it was made for';

type Page = {
  readonly events: { readonly id: number; readonly page_path: string }[];
  readonly next_cursor: string | null;
};
type Ask = (question: string) => Promise<{ readonly status: number; readonly body: Page }>;

/** Some events at an instant, with paths that tell them apart. */
function visits(at: string, paths: readonly string[]): readonly NewEvent[] {
  return paths.map((pagePath) => botVisit(at, { pagePath }));
}

async function withEvents(events: readonly NewEvent[], now = NOW) {
  const instance = now === NOW ? gateway : startGateway({ db, now });
  const caller = await makeCaller(instance);
  await record(db, caller.site, events);
  return { ...caller, ask: caller.ask as Ask, clock: instance.clock };
}

const pathsOf = ({ events }: Page) => events.map(({ page_path }) => page_path);

/** The page behind a cursor. */
async function follow(ask: Ask, question: string, page: Page): Promise<Page> {
  const { status, body } = await ask(`${question}&cursor=${page.next_cursor ?? 'none'}`);
  expect(status).toBe(200);
  return body;
}

/** Every page from the first to the last; `between` happens after each. */
async function walk(ask: Ask, question: string, between: (page: number) => unknown = () => undefined) {
  const pages = [(await ask(question)).body];
  for (let last = pages[0]; last && last.next_cursor !== null; last = pages.at(-1)) {
    await between(pages.length);
    pages.push(await follow(ask, question, last));
  }
  return pages.map(pathsOf);
}

describe('walking by next_cursor', () => {
  it('meets every event once, ties on one millisecond across the borders of pages too', async () => {
    const { ask } = await withEvents([
      ...visits('2026-03-15T10:00:00.000Z', ['a1', 'a2', 'a3']),
      ...visits('2026-03-15T10:00:00.001Z', ['b1', 'b2', 'b3', 'b4', 'b5']),
      ...visits('2026-03-15T10:00:00.002Z', ['c1']),
    ]);
    const newestFirst = ['c1', 'b5', 'b4', 'b3', 'b2', 'b1', 'a3', 'a2', 'a1'];
    for (let limit = 1; limit <= 10; limit++) {
      const pages = await walk(ask, `events?limit=${limit}`);
      expect(pages.flat()).toEqual(newestFirst);
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
      // also when the last page is exactly full
      expect(pages).toHaveLength(Math.ceil(9 / limit));
    }
  });

  it('may change limit from page to page', async () => {
    const { ask } = await withEvents(visits('2026-03-15T10:00:00Z', ['1', '2', '3', '4', '5', '6']));
    const first = (await ask('events?limit=1')).body;
    const second = await follow(ask, 'events?limit=3', first);
    const third = await follow(ask, 'events?', second);
    expect([first, second, third].map(pathsOf)).toEqual([['6'], ['5', '4', '3'], ['2', '1']]);
  });

  it('may ask a page again and gets it again', async () => {
    const { ask } = await withEvents(visits('2026-03-15T10:00:00Z', ['1', '2', '3']));
    const first = (await ask('events?limit=1')).body;
    const second = await follow(ask, 'events?limit=1', first);
    expect(await follow(ask, 'events?limit=1', first)).toEqual(second);
  });

  it('gives cursors that fit into an address as they are', async () => {
    const { ask } = await withEvents(visits('2026-03-15T10:00:00Z', ['1', '2']));
    expect((await ask('events?limit=1')).body.next_cursor).toMatch(/^[\w-]{20,200}$/);
  });

  it('keeps type, start and end', async () => {
    const { ask } = await withEvents([
      ...visits('2026-03-10T00:00:00Z', ['1', '2', '3']),
      ...visits('2026-03-11T00:00:00Z', ['out']),
      referral('2026-03-10T00:00:00Z', { pagePath: 'other' }),
    ]);
    const question = 'events?type=bot&start=2026-03-10&end=2026-03-10&limit=1';
    expect(await walk(ask, question)).toEqual([['3'], ['2'], ['1']]);
  });

  it.each(['0001-01-01', '1969-12-31', '4707-11-28', '4707-11-29', '9999-12-31'])(
    'works in the range of %s',
    async (day) => {
      const { ask } = await withEvents(visits(`${day}T23:59:59.999Z`, ['1', '2', '3']));
      expect(await walk(ask, `events?start=${day}&end=${day}&limit=1`)).toEqual([['3'], ['2'], ['1']]);
    },
  );

  it('meets events that arrive behind the position, and none of those before it', async () => {
    const { ask, site } = await withEvents([
      ...visits('2026-03-15T10:00:00.000Z', ['old']),
      ...visits('2026-03-15T11:00:00.000Z', ['tie1', 'tie2']),
      ...visits('2026-03-15T12:00:00.000Z', ['new']),
    ]);
    // after the first page the position is tie2: a tie that comes later has a greater id and lies before it
    const pages = await walk(ask, 'events?limit=2', async (page) => {
      if (page > 1) return;
      await record(db, site, visits('2026-03-15T12:00:00.001Z', ['newer']));
      await record(db, site, visits('2026-03-15T11:00:00.000Z', ['tie3']));
      await record(db, site, visits('2026-03-15T10:30:00.000Z', ['between']));
      await record(db, site, visits('2026-03-15T09:00:00.000Z', ['older']));
    });
    expect(pages).toEqual([
      ['new', 'tie2'],
      ['tie1', 'between'],
      ['old', 'older'],
    ]);
  });
});

describe('a walk across midnight UTC', () => {
  const LATE = '2026-03-15T23:59:59.999Z';
  const EDGES = [
    ...visits('2026-03-08T00:00:00.000Z', ['first day']),
    ...visits('2026-03-14T00:00:00.000Z', ['6']),
    ...visits('2026-03-15T00:00:00.000Z', ['7']),
    ...visits('2026-03-16T00:00:00.000Z', ['next day']),
  ];

  it('keeps the default range of its first page: it neither skips nor repeats', async () => {
    const { ask, clock } = await withEvents(EDGES, LATE);
    const pages = await walk(ask, 'events?limit=1', () => clock.advance(1));
    expect(pages).toEqual([['7'], ['6'], ['first day']]);
    // a walk that begins now has another range
    expect(await walk(ask, 'events?limit=1')).toEqual([['next day'], ['7'], ['6']]);
  });

  it('goes on though its end would now lie before the default start', async () => {
    const { ask, clock } = await withEvents(
      [...visits('2026-03-08T10:00:00.000Z', ['1', '2']), ...visits('2026-03-09T00:00:00.000Z', ['out'])],
      LATE,
    );
    const question = 'events?end=2026-03-08&limit=1';
    const first = (await ask(question)).body;
    clock.advance(1);
    expect((await ask(question)).body).toEqual({
      error: 'end 2026-03-08 lies before the default start 2026-03-09 (7 days ago); pass start as well.',
      code: 'INVALID_DATE_RANGE',
    });
    expect([pathsOf(first), pathsOf(await follow(ask, question, first))]).toEqual([['2'], ['1']]);
  });

  it('keeps the end it had when only start is given', async () => {
    const { ask, clock } = await withEvents(EDGES, LATE);
    const pages = await walk(ask, 'events?start=2026-03-14&limit=1', () => clock.advance(86_400_000));
    expect(pages).toEqual([['7'], ['6']]);
  });

  it('never expires', async () => {
    const { ask, clock } = await withEvents(EDGES, LATE);
    const first = (await ask('events?limit=2')).body;
    clock.set('2126-03-15T00:00:00Z');
    expect(pathsOf(await follow(ask, 'events?limit=2', first))).toEqual(['first day']);
  });
});

describe('a cursor is refused', () => {
  const EVENTS = [...visits('2026-03-15T10:00:00Z', ['1', '2', '3']), referral('2026-03-15T10:00:00Z')];

  async function refused(ask: Ask, question: string): Promise<unknown> {
    const { body } = await ask(question);
    return body;
  }
  const body = (advice: string, cursor: string) => ({
    error: `cursor must be ${advice}; got ${shortened(cursor)}.`,
    code: 'INVALID_PARAMETER',
  });
  const shortened = (cursor: string) =>
    cursor.length > 78 ? `"${cursor.slice(0, 75)}…"` : JSON.stringify(cursor);

  it.each([
    '',
    'x',
    '0',
    'null',
    '=',
    'é',
    '😀',
    '\u0000',
    '%',
    'MTIzNA',
    '../etc/passwd',
    'x'.repeat(10_000),
  ])('when it is none: %j', async (cursor) => {
    const { ask } = await makeCaller(gateway);
    const { status, body: answer } = await ask(`events?cursor=${encodeURIComponent(cursor)}`);
    expect([status, answer]).toEqual([400, body(ADVICE, cursor)]);
  });

  it('when it is cut short or lengthened', async () => {
    const { ask } = await withEvents(EVENTS);
    const cursor = (await ask('events?limit=1')).body.next_cursor ?? '';
    for (const changed of [
      cursor.slice(0, -1),
      cursor.slice(1),
      cursor.slice(0, 20),
      `${cursor}A`,
      `${cursor}=`,
    ]) {
      expect(await refused(ask, `events?cursor=${encodeURIComponent(changed)}`)).toEqual(
        body(ADVICE, changed),
      );
    }
  });

  it('when one character of it is changed, or else it opens a page of the same site and no more', async () => {
    const { ask } = await withEvents(EVENTS);
    const own = (await ask('events')).body.events.map(({ id }) => id);
    const cursor = (await ask('events?limit=1')).body.next_cursor ?? '';
    const outcomes = new Set<unknown>();
    for (const [index, character] of Array.from(cursor).entries()) {
      const changed = cursor.slice(0, index) + (character === 'A' ? 'B' : 'A') + cursor.slice(index + 1);
      const answer = (await ask(`events?cursor=${changed}`)).body as Page & { readonly code?: string };
      outcomes.add(answer.code ?? 'a page');
      if (answer.code === undefined)
        expect(own).toEqual(expect.arrayContaining(answer.events.map(({ id }) => id)));
    }
    expect(outcomes).toContain('INVALID_PARAMETER');
    expect([...outcomes].filter((outcome) => outcome !== 'a page')).toEqual(['INVALID_PARAMETER']);
  });

  it('with another type or other dates, though they mean the same', async () => {
    const { ask } = await withEvents(EVENTS);
    const questions = [
      '',
      '&type=bot',
      '&type=referral',
      '&start=2026-03-08',
      '&end=2026-03-15',
      '&start=2026-03-08&end=2026-03-15',
      '&start=2026-03-01',
      '&start=2026-03-08&end=2026-03-16',
      '&type=bot&start=2026-03-08',
    ];
    const cursors = await Promise.all(
      questions.map(async (question) => (await ask(`events?limit=1${question}`)).body.next_cursor),
    );
    for (const [made, cursor] of cursors.entries()) {
      if (cursor === null) continue;
      for (const [asked, question] of questions.entries()) {
        const answer = await refused(ask, `events?limit=1${question}&cursor=${cursor}`);
        if (asked === made) expect(answer).toHaveProperty('events');
        else expect(answer).toEqual(body(OWN_QUESTION, cursor));
      }
    }
    expect(cursors.filter((cursor) => cursor !== null)).toHaveLength(questions.length - 1);
  });

  it('at another site, of the same account too', async () => {
    const { ask, key, accountId } = await withEvents(EVENTS);
    const second = await makeSite(db, accountId);
    await record(db, second, EVENTS);
    const cursor = (await ask('events?limit=1')).body.next_cursor ?? '';
    const answer = await gateway.rest(`/api/v1/sites/${second.id}/events?cursor=${cursor}`, key);
    expect([answer.status, answer.body]).toEqual([400, body(OWN_QUESTION, cursor)]);
  });

  it('with a date that is none, as INVALID_DATE_RANGE', async () => {
    const { ask } = await withEvents(EVENTS);
    const cursor = (await ask('events?limit=1')).body.next_cursor ?? '';
    expect(await refused(ask, `events?start=x&cursor=${cursor}`)).toEqual(badDate('start', 'x'));
  });

  it('to whoever has no access: it opens nothing', async () => {
    const owner = await withEvents(EVENTS);
    const stranger = await makeCaller(gateway);
    const cursor = (await owner.ask('events?limit=1')).body.next_cursor ?? '';
    const path = `/api/v1/sites/${owner.site.id}/events?cursor=${cursor}`;
    expect((await gateway.rest(path, undefined)).body).toEqual(REFUSED.MISSING_KEY);
    expect((await gateway.rest(path, stranger.key)).body).toEqual(REFUSED.SITE_NOT_FOUND);
    expect((await gateway.rest(path, owner.key)).status).toBe(200);
    await deleteSite(byOperator(db, 0), owner.site.id);
    expect((await gateway.rest(path, owner.key)).body).toEqual(REFUSED.SITE_NOT_FOUND);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Question,
  createCursors,
  decodeCursor,
  formatPosition,
  parsePosition,
} from '../../src/domain/cursor.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { DAY_MS, EARLIEST_MS, LATEST_MS } from '../../src/domain/time.ts';

const QUESTION: Question = { siteId: 'site_a', type: undefined, start: undefined, end: undefined };
const RANGE = { fromMs: Date.parse('2026-03-08'), untilMs: Date.parse('2026-03-16') };
const POSITION = { createdAtMs: Date.parse('2026-03-15T12:34:56.789Z'), id: 42 };

const STORED_BY_A_CLIENT = 'MTc3MzU3ODA5Njc4OS40Mi4yMDUyMC4yMDUyOC5ETFR1a0pBMHFlVVJpU0lS';

const MALFORMED = /^cursor must be a nextCursor of an earlier page, unchanged; got ".*"\.$/s;
const FOREIGN = /^cursor must be used with the site, type, start and end it was made for; got "[\w…-]+"\.$/;

/** A cursor whose text is as given, with the digest of QUESTION. */
function forged(replace: (text: string) => string): string {
  const text = Buffer.from(createCursors(RANGE, QUESTION)(POSITION), 'base64url').toString('latin1');
  return Buffer.from(replace(text), 'latin1').toString('base64url');
}

function refusalOf(cursor: string, question: Question = QUESTION): string {
  try {
    decodeCursor(cursor, question);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'INVALID_PARAMETER') return error.message;
    throw error;
  }
  return 'decoded';
}

describe('a cursor', () => {
  it('carries position and range, whatever they are', () => {
    const lastDay = (LATEST_MS - EARLIEST_MS) / DAY_MS;
    const days = fc.uniqueArray(fc.integer({ min: 0, max: lastDay }), { minLength: 2, maxLength: 2 });
    const id = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(days, id, fc.double({ min: 0, max: 1, noNaN: true }), (bounds, id, share) => {
        const [from = 0, until = 0] = bounds.toSorted((a, b) => a - b);
        const range = { fromMs: EARLIEST_MS + from * DAY_MS, untilMs: EARLIEST_MS + until * DAY_MS };
        const within = Math.floor(share * (range.untilMs - range.fromMs - 1));
        const position = { createdAtMs: range.fromMs + within, id };
        const cursor = createCursors(range, QUESTION)(position);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor(cursor, QUESTION)).toEqual({ position, range });
      }),
    );
  });

  it.each([
    ['site', { siteId: 'site_b' }],
    ['type', { type: 'bot' }],
    ['start', { start: '2026-03-08' }],
    ['end', { end: '2026-03-15' }],
  ])('is refused with another %s than it was made for', (_, other) => {
    expect(refusalOf(createCursors(RANGE, QUESTION)(POSITION), { ...QUESTION, ...other })).toMatch(FOREIGN);
    expect(refusalOf(createCursors(RANGE, { ...QUESTION, ...other })(POSITION))).toMatch(FOREIGN);
  });

  it.each([{ botName: 'GPTBot' }, { pagePath: '/' }, { botName: 'GPTBot', pagePath: '/' }])(
    'is refused with other filters than it was made for: %j',
    (filters) => {
      const cursor = createCursors(RANGE, { ...QUESTION, ...filters })(POSITION);
      expect(decodeCursor(cursor, { ...QUESTION, ...filters })).toEqual({ position: POSITION, range: RANGE });
      expect(refusalOf(cursor)).toMatch(FOREIGN);
      expect(refusalOf(createCursors(RANGE, QUESTION)(POSITION), { ...QUESTION, ...filters })).toMatch(
        /^cursor must be used with the site, type, bot, page, start and end it was made for; got /,
      );
      expect(refusalOf(cursor, { ...QUESTION, botName: '/', pagePath: 'GPTBot' })).toMatch(/ bot, page, /);
    },
  );

  it('stays the same for callers who know no filters', () => {
    const withoutFilters = { ...QUESTION, botName: undefined, pagePath: undefined };
    expect(createCursors(RANGE, withoutFilters)(POSITION)).toBe(createCursors(RANGE, QUESTION)(POSITION));
    expect(createCursors(RANGE, QUESTION)(POSITION)).toBe(STORED_BY_A_CLIENT);
  });

  it('does not take start for end, nor a type for a site', () => {
    const cursor = createCursors(RANGE, { ...QUESTION, start: '2026-03-15' })(POSITION);
    expect(refusalOf(cursor, { ...QUESTION, end: '2026-03-15' })).toMatch(FOREIGN);
    const named = createCursors(RANGE, { ...QUESTION, siteId: 'a', type: 'b' })(POSITION);
    expect(refusalOf(named, { ...QUESTION, siteId: 'a,b' })).toMatch(FOREIGN);
  });

  it.each(['', ' ', 'null', '0', 'abc', '!', '"', 'e30', '../..', '\u0000', 'é', '😀'.repeat(50)])(
    'is refused when it is %j',
    (text) => {
      expect(refusalOf(text)).toMatch(MALFORMED);
    },
  );

  it('is refused with anything added, cut off or written otherwise', () => {
    const cursor = createCursors(RANGE, QUESTION)(POSITION);
    const beside = [`${cursor}=`, `${cursor} `, ` ${cursor}`, `${cursor}A`, `${cursor}AAAA`, `${cursor}\n`];
    const cut = Array.from(cursor, (_, length) => cursor.slice(0, length));
    for (const text of [...beside, ...cut]) expect(refusalOf(text)).toMatch(MALFORMED);
  });

  it.each([
    ['a position before the range', (text: string) => text.replace(/^\d+/, `${RANGE.fromMs - 1}`)],
    ['a position at the end of the range', (text: string) => text.replace(/^\d+/, `${RANGE.untilMs}`)],
    ['an id that is no safe integer', (text: string) => text.replace('.42.', '.9007199254740992.')],
    ['a negative id', (text: string) => text.replace('.42.', '.-42.')],
    ['a fraction', (text: string) => text.replace('.42.', '.4.2.')],
    ['a range from before year 1', (text: string) => text.replace(/\.42\.\d+\./, '.42.-719163.')],
    ['a range past year 9999', (text: string) => text.replace(/(\.42\.\d+)\.\d+\./, '$1.2932898.')],
  ])('is refused with %s', (_, replace) => {
    expect(refusalOf(forged((text) => text))).toBe('decoded');
    expect(refusalOf(forged(replace))).toMatch(MALFORMED);
  });

  it('is taken at both ends of its range and of time', () => {
    const all = { fromMs: EARLIEST_MS, untilMs: LATEST_MS };
    for (const createdAtMs of [EARLIEST_MS, LATEST_MS - 1]) {
      const position = { createdAtMs, id: Number.MAX_SAFE_INTEGER };
      expect(decodeCursor(createCursors(all, QUESTION)(position), QUESTION)).toEqual({
        position,
        range: all,
      });
    }
  });
});

describe('a written position', () => {
  it('is read as it was written, within its range', () => {
    const createdAtMs = fc.integer({ min: RANGE.fromMs, max: RANGE.untilMs - 1 });
    const id = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(fc.record({ createdAtMs, id }), (position) => {
        expect(parsePosition(formatPosition(position), RANGE)).toEqual(position);
      }),
    );
    expect(formatPosition(POSITION)).toBe('2026-03-15T12:34:56.789Z,42');
  });

  it('is refused outside its range, and written otherwise', () => {
    const outside = [RANGE.fromMs - 1, RANGE.untilMs].map((createdAtMs) =>
      formatPosition({ createdAtMs, id: 1 }),
    );
    const text = formatPosition(POSITION);
    const otherwise = [
      ` ${text}`,
      `${text} `,
      `${text}\n`,
      text.replace('Z', '+00:00'),
      text.replace(',', ', '),
    ];
    for (const refused of [...outside, ...otherwise, '', ','])
      expect(parsePosition(refused, RANGE)).toBeUndefined();
  });
});

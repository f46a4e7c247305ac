import { describe, expect, it } from 'vitest';
import { readNdjsonEvent } from '../../src/recording/ndjson-event.ts';

const IMPORTED_AT_MS = Date.UTC(2026, 10, 21, 9);

const VISIT = { type: 'bot', page_path: '/', bot_name: 'GPTBot', bot_company: 'OpenAI' };
const REFERRAL = { type: 'referral', page_path: '/a', source: 'chatgpt' };
const CONVERSION = { type: 'conversion', page_path: '/buy', event_name: 'purchase' };

const NOT_TOLD = { status: null, bytes: null, verdict: 'unknown' };

const readLine = (line: string) => readNdjsonEvent(line, IMPORTED_AT_MS);
const read = (fields: Readonly<Record<string, unknown>>) => readLine(JSON.stringify(fields));

describe('readNdjsonEvent', () => {
  it('reads each type as the events endpoint lists it', () => {
    const listed = { id: 7, country: 'DE', created_at: '2026-11-01T12:00:00.123Z' };
    const common = { createdAtMs: Date.UTC(2026, 10, 1, 12, 0, 0, 123), country: 'DE' };
    expect(read({ ...listed, ...VISIT })).toEqual({
      event: { type: 'bot', ...common, pagePath: '/', botName: 'GPTBot', botCompany: 'OpenAI', ...NOT_TOLD },
    });
    expect(read({ ...listed, ...REFERRAL })).toEqual({
      event: { type: 'referral', ...common, pagePath: '/a', source: 'chatgpt', status: null },
    });
    expect(read({ ...listed, ...CONVERSION, event_value: 49.99 })).toEqual({
      event: { type: 'conversion', ...common, pagePath: '/buy', eventName: 'purchase', eventValue: 49.99 },
    });
  });

  it('reads the product that sent a conversion', () => {
    const event = (read(CONVERSION) as { readonly event: object }).event;
    expect(read({ ...CONVERSION, source: 'chatgpt' })).toEqual({ event: { ...event, sentBy: 'chatgpt' } });
    expect(read({ ...CONVERSION, source: null })).toEqual({ event });
    expect(read({ ...CONVERSION, source: '' })).toHaveProperty('problem');
  });

  it('fills in the time of the import, the unknown country and no value', () => {
    const event = {
      type: 'conversion',
      createdAtMs: IMPORTED_AT_MS,
      country: 'XX',
      pagePath: '/buy',
      eventName: 'purchase',
      eventValue: null,
    };
    expect(read(CONVERSION)).toEqual({ event });
    expect(read({ ...CONVERSION, country: null, event_value: null })).toEqual({ event });
  });

  it('does not tell a size that no response has', () => {
    expect(read({ ...VISIT, bytes: 2 ** 40 })).toMatchObject({ event: { bytes: 2 ** 40 } });
    for (const bytes of [2 ** 40 + 1, 1e300])
      expect(read({ ...VISIT, bytes })).toMatchObject({ event: { bytes: null } });
  });

  it('reads the status, the bytes and the verdict of a visit, and the status of a referral', () => {
    const told = { status: 404, bytes: 0, verdict: 'outside' };
    expect(read({ ...VISIT, ...told })).toMatchObject({ event: told });
    expect(read({ ...VISIT, status: null, bytes: null, verdict: null })).toMatchObject({ event: NOT_TOLD });
    expect(read({ ...REFERRAL, status: 304 })).toMatchObject({ event: { status: 304 } });
  });

  it('takes a country and a verdict from the address, where none is given', () => {
    const countryOf = (address: string) => (address === '192.0.2.7' ? 'DE' : 'XX');
    const verdictOf = (name: string, address: string) =>
      name === 'GPTBot' && address === '192.0.2.7' ? 'verified' : 'outside';
    const tell = (fields: object) =>
      readNdjsonEvent(JSON.stringify(fields), IMPORTED_AT_MS, { countryOf, verdictOf });
    const visit = { ...VISIT, address: '192.0.2.7' };
    expect(tell(visit)).toMatchObject({ event: { country: 'DE', verdict: 'verified' } });
    expect(tell({ ...visit, country: null, verdict: null })).toEqual(tell(visit));
    expect(tell({ ...visit, country: 'FR', verdict: 'no-list' })).toMatchObject({
      event: { country: 'FR', verdict: 'no-list' },
    });
    expect(tell({ ...CONVERSION, address: '192.0.2.7' })).toMatchObject({ event: { country: 'DE' } });
    expect(tell({ ...visit, address: 'here' })).toHaveProperty('problem');
  });

  it('ignores unknown fields, those of other types, a byte order mark and a line end', () => {
    const plain = read(REFERRAL);
    expect(read({ ...REFERRAL, bot_name: 5, event_value: 'x', colour: 'red' })).toEqual(plain);
    expect(readLine(`\uFEFF${JSON.stringify(REFERRAL)}\r`)).toEqual(plain);
  });

  it('keeps text as it came, a query in page_path too', () => {
    const fields = { ...REFERRAL, page_path: '/a?b=c#d é', source: ' New LLM ' };
    expect(read(fields)).toMatchObject({ event: { pagePath: '/a?b=c#d é', source: ' New LLM ' } });
  });

  it.each([
    ['2026-11-01T12:00:00Z', Date.UTC(2026, 10, 1, 12)],
    ['2026-11-01T12:00:00.5+05:45', Date.UTC(2026, 10, 1, 6, 15, 0, 500)],
    ['2026-11-01T23:30:00.000-01:00', Date.UTC(2026, 10, 2, 0, 30)],
    ['2026-11-01T23:59:59.9996Z', Date.UTC(2026, 10, 1, 23, 59, 59, 999)],
    ['1969-12-31T23:59:59.9999999Z', -1],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000],
    ['9999-12-31T23:59:59.999999Z', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
  ])('reads created_at %s, cut to milliseconds', (createdAt, createdAtMs) => {
    expect(read({ ...REFERRAL, created_at: createdAt })).toMatchObject({ event: { createdAtMs } });
  });

  it('takes the time of the import for a created_at of null', () => {
    expect(read({ ...REFERRAL, created_at: null })).toEqual(read(REFERRAL));
  });

  it.each([
    '2026-02-30T00:00:00Z',
    '2026-11-01T24:00:00Z',
    '2026-11-01T12:00:00',
    '2026-11-01 12:00:00Z',
    '2026-11-01',
    '2026-11-01T12:00Z',
    '2026-11-01T12:00:00+0100',
    '2026-11-01T12:00:00+24:00',
    '2026-11-01T12:00:00.Z',
    '0000-12-31T00:00:00Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '+002026-11-01T12:00:00Z',
    '',
  ])('refuses created_at %j', (createdAt) => {
    expect(read({ ...REFERRAL, created_at: createdAt })).toEqual({
      problem:
        'created_at must be an ISO 8601 time with its zone, such as "2026-12-31T23:59:59.999Z", ' +
        `in years 0001 to 9999; got ${JSON.stringify(createdAt)}.`,
    });
  });

  it('takes the longest text allowed and no longer', () => {
    const longestPath = `/${'a'.repeat(2_047)}`;
    const longestName = 'n'.repeat(200);
    expect(read({ ...VISIT, page_path: longestPath, bot_name: longestName })).toMatchObject({
      event: { pagePath: longestPath, botName: longestName },
    });
    expect(read({ ...VISIT, page_path: `${longestPath}a` })).toEqual({
      problem: `page_path must be a string of at most 2,048 characters that starts with "/", without NUL characters or unpaired surrogates; got "/${'a'.repeat(74)}…".`,
    });
    expect(read({ ...VISIT, bot_company: `${longestName}n` })).toEqual({
      problem: `bot_company must be a string of 1 to 200 characters, without NUL characters or unpaired surrogates; got "${'n'.repeat(75)}…".`,
    });
  });

  it('takes values up to a thousand million million either way', () => {
    for (const eventValue of [1e15, -1e15, 0, 0.01]) {
      expect(read({ ...CONVERSION, event_value: eventValue })).toMatchObject({ event: { eventValue } });
    }
    const allowed = 'event_value must be a number from -1e15 to 1e15, or null if none was set';
    expect(read({ ...CONVERSION, event_value: 1e15 + 1 })).toEqual({
      problem: `${allowed}; got 1000000000000001.`,
    });
    expect(readLine('{"type":"conversion","page_path":"/","event_name":"a","event_value":1e999}')).toEqual({
      problem: `${allowed}; got a number that is too large.`,
    });
    expect(read({ ...CONVERSION, event_value: '5' })).toEqual({ problem: `${allowed}; got "5".` });
  });

  it.each<[Readonly<Record<string, unknown>>, string]>([
    [{}, 'type must be "bot", "referral" or "conversion"; got nothing.'],
    [
      { ...VISIT, status: 600 },
      'status must be an HTTP status, a whole number from 100 to 599, or null if unknown; got 600.',
    ],
    [
      { ...REFERRAL, status: '200' },
      'status must be an HTTP status, a whole number from 100 to 599, or null if unknown; got "200".',
    ],
    [{ ...VISIT, bytes: -1 }, 'bytes must be a whole number of bytes, or null if unknown; got -1.'],
    [{ ...VISIT, bytes: 0.5 }, 'bytes must be a whole number of bytes, or null if unknown; got 0.5.'],
    [
      { ...VISIT, verdict: 'fake' },
      'verdict must be "signed", "verified", "outside", "no-list", "unknown", or null if unknown; got "fake".',
    ],
    [{ type: 'click' }, 'type must be "bot", "referral" or "conversion"; got "click".'],
    [
      { ...VISIT, page_path: 'a' },
      'page_path must be a string of at most 2,048 characters that starts with "/", without NUL characters or unpaired surrogates; got "a".',
    ],
    [{ ...VISIT, country: 'de' }, 'country must be two upper-case letters, or null if unknown; got "de".'],
    [
      { ...VISIT, country: ['DE'] },
      'country must be two upper-case letters, or null if unknown; got a list.',
    ],
    [
      { ...VISIT, bot_name: '' },
      'bot_name must be a string of 1 to 200 characters, without NUL characters or unpaired surrogates; got "".',
    ],
    [
      { ...VISIT, bot_company: {} },
      'bot_company must be a string of 1 to 200 characters, without NUL characters or unpaired surrogates; got an object.',
    ],
    [
      { ...REFERRAL, source: null },
      'source must be a string of 1 to 200 characters, without NUL characters or unpaired surrogates; got null.',
    ],
    [
      { ...CONVERSION, event_name: 5 },
      'event_name must be a string of 1 to 200 characters, without NUL characters or unpaired surrogates; got 5.',
    ],
  ])('names the field, what came and what is allowed: %j', (fields, problem) => {
    expect(read(fields)).toEqual({ problem });
  });

  it('refuses text that a database cannot hold', () => {
    for (const broken of ['/a\0b', '/\ud800', '/\udc00a']) {
      expect(read({ ...REFERRAL, page_path: broken })).toEqual({
        problem: `page_path must be a string of at most 2,048 characters that starts with "/", without NUL characters or unpaired surrogates; got ${JSON.stringify(broken)}.`,
      });
      expect(read({ ...REFERRAL, source: broken })).toHaveProperty('problem');
    }
    expect(read({ ...REFERRAL, page_path: '/😀' })).toHaveProperty('event.pagePath', '/😀');
  });

  it.each([
    ['', 'The line must be a JSON object; got "".'],
    ['{"type":', String.raw`The line must be a JSON object; got "{\"type\":".`],
    ['[]', 'The line must be a JSON object; got a list.'],
    ['null', 'The line must be a JSON object; got null.'],
    ['"bot"', 'The line must be a JSON object; got "bot".'],
    ['{}{}', 'The line must be a JSON object; got "{}{}".'],
    [' '.repeat(65_537), 'The line is longer than 65,536 characters.'],
  ])('refuses the line %j', (line, problem) => {
    expect(readLine(line)).toEqual({ problem });
  });
});

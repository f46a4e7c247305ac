import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  REFUSALS,
  Refusal,
  describe as sentence,
  invalidParameter,
  quote,
} from '../../src/domain/refusal.ts';

describe('a refusal', () => {
  it('has the status that the specification and the contract give its code', () => {
    const statuses = Object.fromEntries(Object.entries(REFUSALS).map(([code, [status]]) => [code, status]));
    expect(statuses).toEqual({
      MISSING_KEY: 401,
      INVALID_KEY: 401,
      USER_NOT_FOUND: 401,
      SITE_NOT_FOUND: 403,
      PLAN_REQUIRED: 403,
      MISSING_SITE_ID: 400,
      INVALID_DATE_RANGE: 400,
      INVALID_JSON: 400,
      RATE_LIMITED: 429,
      LIMIT_EXCEEDED: 429,
      SERVER_ERROR: 500,
      INVALID_PARAMETER: 400,
      NOT_FOUND: 404,
      METHOD_NOT_ALLOWED: 405,
      BAD_REQUEST: 400,
      DOCUMENT_TOO_LARGE: 400,
      BATCH_TOO_LARGE: 413,
      IDEMPOTENCY_KEY_REUSED: 422,
      OVERLOADED: 503,
      QUERY_TIMEOUT: 503,
      SESSION_ENDED: 401,
      SIGN_IN_FAILED: 401,
      INVITATION_INVALID: 401,
      PASSWORD_REQUIRED: 403,
      PROXY_USER_REFUSED: 403,
      OWNER_REQUIRED: 403,
      ORIGIN_REFUSED: 403,
      HOST_REFUSED: 403,
      MESSAGE_TOO_LARGE: 413,
      SHARE_LINK_INVALID: 401,
      NOT_SHARED: 403,
      RANGE_NOT_SHARED: 403,
      ACCOUNT_NOT_FOUND: 403,
      KEY_NOT_FOUND: 403,
      SESSION_NOT_FOUND: 403,
      SHARE_LINK_NOT_FOUND: 403,
      ALERT_NOT_FOUND: 403,
      NOTE_NOT_FOUND: 403,
      ROBOTS_VERSION_NOT_FOUND: 403,
      CHANNEL_NOT_FOUND: 403,
      WRONG_PASSWORD: 403,
      TOO_MANY_SITES: 409,
      TOO_MANY_KEYS: 409,
      TOO_MANY_SHARE_LINKS: 409,
      TOO_MANY_NOTES: 409,
      TOO_MANY_ROBOTS_VERSIONS: 409,
      TOO_MANY_CHANNELS: 409,
      EMAIL_TAKEN: 409,
      DOMAIN_TAKEN: 409,
      DOMAIN_MISMATCH: 400,
      CHANNEL_REFUSED: 400,
      MAIL_LINK_INVALID: 404,
      INVALID_PASSWORD: 400,
      INVALID_EMAIL: 400,
      INVALID_NAME: 400,
      INVALID_DOMAIN: 400,
      INVALID_RETENTION: 400,
      INVALID_EXPIRY: 400,
      INVALID_DATE: 400,
    });
  });

  it('has the sentence of its code unless it is given another', () => {
    const { message, status, retryAfterSeconds } = new Refusal('SITE_NOT_FOUND');
    expect([message, status, retryAfterSeconds]).toEqual([
      'Site not found, or not accessible with this API key.',
      403,
      undefined,
    ]);
    expect(new Refusal('INVALID_DATE_RANGE', { message: 'No.' }).message).toBe('No.');
    expect(new Refusal('RATE_LIMITED', { retryAfterSeconds: 7 }).retryAfterSeconds).toBe(7);
  });

  it('that is given a clause makes a sentence of it, and keeps the clause for what stands behind a name', () => {
    const refusal = new Refusal('KEY_NOT_FOUND', { clause: 'there is no key 7' });
    const wording = { names: {}, sentences: { KEY_NOT_FOUND: 'Never this.' } };
    expect([refusal.clause, refusal.message, refusal.wordedBy(wording)]).toEqual([
      'there is no key 7',
      'There is no key 7.',
      'There is no key 7.',
    ]);
  });

  it('of a parameter names it, what came and what is allowed', () => {
    const refusal = invalidParameter('limit', '0', 'a whole number from 1 to 1000');
    expect([refusal.code, refusal.message, refusal.parameter]).toEqual([
      'INVALID_PARAMETER',
      'limit must be a whole number from 1 to 1000; got "0".',
      { name: 'limit', came: '"0"', allowed: 'a whole number from 1 to 1000' },
    ]);
  });

  it('of a parameter is worded with the names of a door', () => {
    const { parameter } = invalidParameter('limit', 0, 'small');
    expect(parameter && sentence({ ...parameter, name: 'first' })).toBe('first must be small; got 0.');
    const refusal = invalidParameter('limit', 0, (nameOf) => `left out with ${nameOf('cursor')}`);
    expect(refusal.message).toBe('limit must be left out with cursor; got 0.');
    const names = { limit: 'first', cursor: 'after' };
    expect(refusal.wordedBy({ names, sentences: { INVALID_PARAMETER: 'Never this.' } })).toBe(
      'first must be left out with after; got 0.',
    );
  });

  it('without details has the sentence of the door for its code, or else that of the catalogue', () => {
    const wording = { names: {}, sentences: { PLAN_REQUIRED: 'Ask for hours with Pro.' } };
    expect(new Refusal('PLAN_REQUIRED').wordedBy(wording)).toBe('Ask for hours with Pro.');
    expect(new Refusal('MISSING_KEY').wordedBy(wording)).toBe(REFUSALS.MISSING_KEY[1]);
  });
});

describe('quoting what came', () => {
  it.each([
    ['', '""'],
    ['a "b" \\', '"a \\"b\\" \\\\"'],
    ['a\nb\u0000c', '"a\\nb\\u0000c"'],
    ['é😀', '"é😀"'],
    [0, '0'],
    [JSON.parse('1e400'), 'a number that is too large'],
    [JSON.parse('-1e400'), 'a number that is too large'],
    [undefined, 'nothing'],
    [null, 'null'],
    [true, 'true'],
    [[1, [2]], 'a list'],
    [{ toString: 1, valueOf: 1 }, 'an object'],
    ['x'.repeat(78), `"${'x'.repeat(78)}"`],
    ['x'.repeat(79), `"${'x'.repeat(75)}…"`],
    ['x'.repeat(100_000), `"${'x'.repeat(75)}…"`],
  ])('%j gives %j', (value, quoted) => {
    expect(quote(value)).toBe(quoted);
  });

  it('never answers half a character or more than 80, however long the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const quoted = quote(text);
        expect(quoted).not.toMatch(/\p{Cs}/u);
        expect(quoted.length).toBeLessThanOrEqual(80);
      }),
    );
    expect(quote(`${'x'.repeat(74)}${'😀'.repeat(10)}`)).toBe(`"${'x'.repeat(74)}…"`);
  });
});

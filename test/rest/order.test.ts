import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { startGateway } from '../support/gateway.ts';
import { makeOwner } from '../support/makers.ts';
import { REFUSED, badDate, badParameter, makeCaller, rateLimited } from './support.ts';

/** One request a minute, so that a budget is spent with one. */
const strict = startGateway({
  plans: { ...DEFAULT_PLANS, free: { ...DEFAULT_PLANS.free, requestsPerMinute: 1 } },
});
const gateway = startGateway();
const GRANULARITY = badParameter('granularity', '"day" or "hour"', 'week');

describe('of two reasons to refuse, the earlier in this order is answered:', () => {
  it('route before method', async () => {
    const { status, body } = await gateway.rest('/api/v1/site', undefined, { method: 'DELETE' });
    expect([status, body]).toEqual([404, REFUSED.NOT_FOUND]);
  });

  it('method before authentication', async () => {
    const { status, body } = await gateway.rest('/api/v1/sites', 'wrong', { method: 'DELETE' });
    expect([status, body]).toEqual([405, REFUSED.METHOD_NOT_ALLOWED]);
  });

  it('authentication before parameters and site', async () => {
    const { status, body } = await gateway.rest('/api/v1/sites//stats?start=x', 'wrong');
    expect([status, body]).toEqual([401, REFUSED.INVALID_KEY]);
  });

  it('authentication before the rate limit, on which a refused key draws nothing', async () => {
    const { ask, key } = await makeCaller(strict, 'free');
    for (let tried = 0; tried < 3; tried++) {
      expect((await strict.rest('/api/v1/sites/x/stats', `${key}x`)).body).toEqual(REFUSED.INVALID_KEY);
    }
    expect((await ask('stats')).status).toBe(200);
  });

  it.each([
    'stats?start=x',
    'stats?start=1&start=2',
    'events?limit=0',
    'events?cursor=',
    'timeseries?granularity=week',
  ])('rate limit before parameters: %s', async (question) => {
    const { ask } = await makeCaller(strict, 'free');
    expect((await ask(question)).status).toBe(400);
    const { status, body } = await ask(question);
    expect([status, body]).toEqual([429, rateLimited(60)]);
  });

  it('rate limit before a missing site id, a foreign site and a plan', async () => {
    const other = await makeCaller(strict, 'free');
    for (const path of [
      '/api/v1/sites//timeseries',
      `/api/v1/sites/${other.site.id}/timeseries`,
      '/api/v1/sites/x/timeseries?granularity=hour',
    ]) {
      const { key } = await makeOwner(strict.db, 'free');
      expect((await strict.rest(path, key)).status).toBeLessThan(429);
      const { status, body } = await strict.rest(path, key);
      expect([status, body]).toEqual([429, rateLimited(60)]);
    }
  });

  it('missing site id before the other parameters', async () => {
    const { key } = await makeOwner(gateway.db);
    const { status, body } = await gateway.rest('/api/v1/sites//events?start=x&limit=0', key);
    expect([status, body]).toEqual([400, REFUSED.MISSING_SITE_ID]);
  });

  it.each([
    ['stats?start=x', badDate('start', 'x')],
    ['stats?end=2026-02-30', badDate('end', '2026-02-30')],
    ['events?type=click', badParameter('type', '"bot", "referral" or "conversion"', 'click')],
    ['events?limit=0', badParameter('limit', 'a whole number from 1 to 1000', '0')],
    ['events?cursor=x', badParameter('cursor', 'a next_cursor of an earlier page, unchanged', 'x')],
    ['timeseries?granularity=week', GRANULARITY],
  ])('parameters before site: %s', async (question, refused) => {
    const { key } = await makeOwner(gateway.db);
    const { status, body } = await gateway.rest(`/api/v1/sites/x/${question}`, key);
    expect([status, body]).toEqual([400, refused]);
  });

  it('parameters before plan', async () => {
    const { ask } = await makeCaller(gateway, 'free');
    const { status, body } = await ask('timeseries?granularity=hour&start=x');
    expect([status, body]).toEqual([400, badDate('start', 'x')]);
    expect((await ask('timeseries?granularity=week')).body).toEqual(GRANULARITY);
  });

  it('site before plan, so that a Free caller learns nothing of a site of somebody else', async () => {
    const [caller, other] = [await makeCaller(gateway, 'free'), await makeCaller(gateway)];
    for (const id of [other.site.id, 'site_0000000000000000']) {
      const { status, body } = await gateway.rest(
        `/api/v1/sites/${id}/timeseries?granularity=hour`,
        caller.key,
      );
      expect([status, body]).toEqual([403, REFUSED.SITE_NOT_FOUND]);
    }
    const { status, body } = await caller.ask('timeseries?granularity=hour');
    expect([status, body]).toEqual([403, REFUSED.PLAN_REQUIRED]);
  });
});

describe('query parameters', () => {
  it('that are unknown are ignored, also twice or empty', async () => {
    const { ask } = await makeCaller(gateway);
    for (const operation of ['timeseries', 'stats', 'events']) {
      const plain = await ask(operation);
      const { status, text } = await ask(
        `${operation}?foo=1&foo=2&bar=&Start=x&START=x&limits=0&=&api_key=x`,
      );
      expect([status, text]).toEqual([200, plain.text]);
    }
    // those of another endpoint too
    expect((await ask('stats?limit=0&type=x&cursor=x&granularity=x')).status).toBe(200);
    expect((await ask('timeseries?limit=0&type=x&cursor=x')).status).toBe(200);
    expect((await ask('events?granularity=x')).status).toBe(200);
  });

  it.each([
    ['timeseries', 'start', '2026-03-01'],
    ['timeseries', 'end', '2026-03-15'],
    ['timeseries', 'granularity', 'day'],
    ['stats', 'start', '2026-03-01'],
    ['stats', 'end', '2026-03-15'],
    ['events', 'start', '2026-03-01'],
    ['events', 'end', '2026-03-15'],
    ['events', 'type', 'bot'],
    ['events', 'limit', '5'],
    ['events', 'cursor', 'x'],
  ])('%s?%s given twice is refused, with the same value, another or none', async (operation, name, value) => {
    const { ask } = await makeCaller(gateway);
    for (const again of [value, 'other', '']) {
      const { status, body } = await ask(`${operation}?${name}=${value}&${name}=${again}`);
      expect([status, body]).toEqual([400, badParameter(name, 'given once', `${value}, ${again}`)]);
    }
  });

  it.each([
    ['timeseries', 'granularity', '"day" or "hour"'],
    ['events', 'type', '"bot", "referral" or "conversion"'],
    ['events', 'limit', 'a whole number from 1 to 1000'],
    ['events', 'cursor', 'a next_cursor of an earlier page, unchanged'],
  ])('%s?%s given empty is refused', async (operation, name, allowed) => {
    const { ask } = await makeCaller(gateway);
    for (const given of [name, `${name}=`]) {
      const { status, body } = await ask(`${operation}?${given}`);
      expect([status, body]).toEqual([400, badParameter(name, allowed, '')]);
    }
  });

  it('are shortened in a refusal, so that a response never grows with the request', async () => {
    const { ask } = await makeCaller(gateway);
    const { body } = await ask(`stats?start=${'x'.repeat(10_000)}`);
    expect(body).toEqual({
      error: `start must be a calendar date as YYYY-MM-DD in the years 0001 to 9999; got "${'x'.repeat(75)}…".`,
      code: 'INVALID_DATE_RANGE',
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoEvents } from '../../src/cli/demo/demo-events.ts';
import { DEMO_BOTS } from '../../src/cli/demo/demo-rows.ts';
import { startOfTraffic } from '../../src/cli/demo/demo-traffic.ts';
import type { NewEvent } from '../../src/domain/event.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/time.ts';
import { BOTS } from '../../src/catalogue/bots.ts';
import { LLM_PRODUCTS } from '../../src/catalogue/llm-products.ts';

const NOW_MS = Date.parse('2026-03-15T12:34:56.789Z'); // a Sunday

const events = demoEvents({ bornMs: NOW_MS, afterMs: startOfTraffic(NOW_MS) - 1, untilMs: NOW_MS });

describe('the demo’s events', () => {
  it('are the same whole in any number of parts, wherever these begin', () => {
    // the gap is among these days
    const [afterMs, untilMs] = [NOW_MS - 28 * DAY_MS, NOW_MS - 21 * DAY_MS];
    const whole = demoEvents({ bornMs: NOW_MS, afterMs, untilMs });
    const cut = fc.oneof(
      fc.constantFrom(...whole.map(({ createdAtMs }) => createdAtMs)),
      fc.integer({ min: afterMs, max: untilMs }),
    );
    fc.assert(
      fc.property(fc.array(cut, { maxLength: 5 }), (cuts) => {
        const bounds = [afterMs, ...cuts.toSorted((one, other) => one - other)];
        const parts = bounds.map((fromMs, index) =>
          demoEvents({ bornMs: NOW_MS, afterMs: fromMs, untilMs: bounds[index + 1] ?? untilMs }),
        );
        expect(parts.flat()).toEqual(whole);
      }),
      { numRuns: 50, seed: 20_260_401 },
    );
  });

  it('fill 90 days up to the moment, oldest first, except one gap', () => {
    const times = events.map(({ createdAtMs }) => createdAtMs);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times.every((time) => Number.isInteger(time) && time <= NOW_MS)).toBe(true);
    const days = new Set(times.map((time) => Math.floor(time / DAY_MS)));
    expect([Math.min(...days), Math.max(...days)]).toEqual([
      Date.parse('2025-12-15') / DAY_MS,
      Date.parse('2026-03-15') / DAY_MS,
    ]);
    const distances = times.slice(1).map((time, index) => time - (times[index] ?? time));
    const [gapMs = 0, nextMs] = distances.toSorted((one, other) => other - one);
    expect(gapMs).toBeGreaterThan(36 * HOUR_MS);
    expect(nextMs).toBeLessThan(3 * HOUR_MS);
  });

  it('are less than half of what the account may record in a month, however old the site is', () => {
    expect(events.length).toBeGreaterThan(10_000);
    const lastMs = NOW_MS + 1000 * DAY_MS;
    const muchLater = { bornMs: NOW_MS, afterMs: startOfTraffic(lastMs), untilMs: lastMs };
    expect([events, demoEvents(muchLater)].every(({ length }) => length < 40_000)).toBe(true);
  });

  it('are of all three kinds, conversions with a value and without', () => {
    const kinds = events.map((event) =>
      event.type === 'conversion' ? `${event.type} ${typeof event.eventValue}` : event.type,
    );
    expect(new Set(kinds)).toEqual(new Set(['bot', 'referral', 'conversion number', 'conversion object']));
  });

  it('have products that sent the visitors of most conversions, but not of all', () => {
    const sentBy = events.flatMap((event) => (event.type === 'conversion' ? [event.sentBy] : []));
    const known = sentBy.filter((source) => source !== undefined);
    const share = known.length / sentBy.length;
    expect([share > 0.8, share < 0.9]).toEqual([true, true]);
    const sources = new Set(events.flatMap((event) => (event.type === 'referral' ? [event.source] : [])));
    expect(new Set(known)).toEqual(sources);
  });

  it('name bots, companies and sources as an import of logs would', () => {
    const known = new Set(BOTS.map(({ name, company }) => `${name} of ${company}`));
    const named = new Set(
      events.flatMap((event) => (event.type === 'bot' ? [`${event.botName} of ${event.botCompany}`] : [])),
    );
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
    expect(named.size).toBe(DEMO_BOTS.length);
    const products = new Set(LLM_PRODUCTS.map(({ source }) => source));
    const sources = new Set(events.flatMap((event) => (event.type === 'referral' ? [event.source] : [])));
    expect([...sources].filter((source) => !products.has(source))).toEqual([]);
  });

  it('have people by day more than by night, and on workdays more than at weekends', () => {
    const clicks = events.filter(({ type }) => type === 'referral');
    const inHours = (from: number, until: number) =>
      clicks.filter(({ createdAtMs }) => hourOf(createdAtMs) >= from && hourOf(createdAtMs) < until).length;
    expect(inHours(10, 18)).toBeGreaterThan(3 * inHours(22, 24) + inHours(0, 6));
    const onDay = (date: string) => clicks.filter((event) => dateOf(event) === date).length;
    expect(onDay('2026-03-07') + onDay('2026-03-08')).toBeLessThan(onDay('2026-03-10') + onDay('2026-03-11'));
  });

  it('are as large as their page, which is always about as large', () => {
    const sizes = events.flatMap((event) =>
      event.type === 'bot' && event.pagePath === '/docs/api' && event.status === 200
        ? [event.bytes ?? 0]
        : [],
    );
    expect(Math.max(...sizes)).toBeLessThan(1.1 * Math.min(...sizes));
    expect(new Set(sizes).size).toBeGreaterThan(10);
  });
});

function hourOf(instantMs: number): number {
  return Math.floor((instantMs % DAY_MS) / HOUR_MS);
}

function dateOf(event: NewEvent): string {
  return new Date(event.createdAtMs).toISOString().slice(0, 10);
}

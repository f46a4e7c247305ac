import { describe, expect, it } from 'vitest';
import { demoEvents } from '../../src/cli/demo/demo-events.ts';
import type { NewEvent } from '../../src/domain/event.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/time.ts';
import { BOTS } from '../../src/catalogue/bots.ts';
import { LLM_PRODUCTS } from '../../src/catalogue/llm-products.ts';

const NOW_MS = Date.parse('2026-03-15T12:34:56.789Z'); // a Sunday

const events = demoEvents(NOW_MS);

describe('the demo’s events', () => {
  it('are the same for the same moment', () => {
    expect(demoEvents(NOW_MS)).toEqual(events);
  });

  it('fill every day of the last month up to the moment, oldest first', () => {
    const times = events.map(({ createdAtMs }) => createdAtMs);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times.every((time) => Number.isInteger(time) && time <= NOW_MS)).toBe(true);
    const days = new Set(times.map((time) => Math.floor(time / DAY_MS)));
    expect([days.size, Math.min(...days), Math.max(...days)]).toEqual([
      31,
      Date.parse('2026-02-13') / DAY_MS,
      Date.parse('2026-03-15') / DAY_MS,
    ]);
  });

  it('are some thousands, of all three kinds, conversions with a value and without', () => {
    expect(events.length).toBeGreaterThan(2000);
    expect(events.length).toBeLessThan(10_000);
    const kinds = events.map((event) =>
      event.type === 'conversion' ? `${event.type} ${typeof event.eventValue}` : event.type,
    );
    expect(new Set(kinds)).toEqual(new Set(['bot', 'referral', 'conversion number', 'conversion object']));
  });

  it('name bots, companies and sources as an import of logs would', () => {
    const known = new Set(BOTS.map(({ name, company }) => `${name} of ${company}`));
    const named = new Set(
      events.flatMap((event) => (event.type === 'bot' ? [`${event.botName} of ${event.botCompany}`] : [])),
    );
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
    const products = new Set(LLM_PRODUCTS.map(({ source }) => source));
    const sources = new Set(events.flatMap((event) => (event.type === 'referral' ? [event.source] : [])));
    expect([...sources].filter((source) => !products.has(source))).toEqual([]);
  });

  it('have people by day more than by night, and on workdays more than at weekends', () => {
    const clicks = events.filter(({ type }) => type === 'referral');
    const inHours = (from: number, until: number) =>
      clicks.filter(({ createdAtMs }) => hourOf(createdAtMs) >= from && hourOf(createdAtMs) < until).length;
    expect(inHours(10, 18)).toBeGreaterThan(3 * inHours(22, 24) + 3 * inHours(0, 6));
    const onDay = (date: string) => clicks.filter((event) => dateOf(event) === date).length;
    expect(onDay('2026-03-07') + onDay('2026-03-08')).toBeLessThan(onDay('2026-03-10') + onDay('2026-03-11'));
  });
});

function hourOf(instantMs: number): number {
  return Math.floor((instantMs % DAY_MS) / HOUR_MS);
}

function dateOf(event: NewEvent): string {
  return new Date(event.createdAtMs).toISOString().slice(0, 10);
}

import type { NewEvent } from '../../src/domain/event.ts';
import { DAYS } from './dataset.ts';

/** A stretch of a busy log with an event every four seconds. The next stretch begins where this one ends. */
export function stretchOfEvents(from: number, count: number): readonly NewEvent[] {
  return Array.from({ length: count }, (_, index) => eventOf(from + index));
}

function eventOf(number: number): NewEvent {
  const common = {
    createdAtMs: DAYS.fromMs + number * 4_000,
    pagePath: `/articles/${number % 500}`,
    country: 'DE',
  };
  const name = number % 7;
  const status = number % 13 === 0 ? 404 : 200;
  if (number % 10 < 7) {
    const bot = { botName: `Bot ${name}`, botCompany: 'Company' };
    return { ...common, type: 'bot', ...bot, status, bytes: number % 9_000, verdict: 'no-list' };
  }
  if (number % 10 < 9) return { ...common, type: 'referral', source: `source-${name}`, status };
  return { ...common, type: 'conversion', eventName: `goal-${name}`, eventValue: number % 100 };
}

import { describe, expect, it } from 'vitest';
import {
  type EventsView,
  NO_FILTERS,
  formatEventsView,
  parseEventsView,
} from '../../src/dashboard/events/events-view.ts';
import { parseView } from '../../src/dashboard/time/range.ts';

const TODAY = '2026-03-15';

const parse = (query: string) => parseEventsView(new URLSearchParams(query), TODAY);

describe('the URL of the events', () => {
  it('has the filters beside the days, and leaves out what is not set', () => {
    const view: EventsView = {
      ...parseView(new URLSearchParams('range=7d'), TODAY),
      ...{ type: 'BOT', bot: 'GPT Bot', page: '/a?b=1&c=<é>' },
    };
    const text = formatEventsView(view);
    expect(text).toBe('?range=7d&type=bot&bot=GPT+Bot&page=%2Fa%3Fb%3D1%26c%3D%3C%C3%A9%3E');
    expect(parse(text)).toEqual(view);
    expect(formatEventsView(parse(''))).toBe('');
  });

  it('loses what is wrong, empty, or of another screen', () => {
    const view = parse('type=BOT&bot=&page=&by=hour&compare=none');
    expect(view).toMatchObject(NO_FILTERS);
    expect(formatEventsView(view)).toBe('');
  });
});

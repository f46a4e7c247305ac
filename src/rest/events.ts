import type { RequestContext } from '../context.ts';
import type { StoredEvent } from '../domain/event.ts';
import { formatInstant } from '../domain/time.ts';
import { type EventsPage, events } from '../operations/reading/events.ts';
import type { Body, EndpointRequest } from './endpoint.ts';

/** GET /api/v1/sites/{siteId}/events */
export async function eventsEndpoint(ctx: RequestContext, { siteId, query }: EndpointRequest): Promise<Body> {
  const page = await events(ctx, {
    siteId,
    start: query.getAll('start'),
    end: query.getAll('end'),
    type: query.getAll('type'),
    limit: query.getAll('limit'),
    cursor: query.getAll('cursor'),
  });
  return { value: eventsObject(page) };
}

/** The body of a response; the command line prints it, too. */
export function eventsObject(page: EventsPage) {
  return { events: page.events.map(eventObject), next_cursor: page.nextCursor };
}

/**
 * An event with the names of the specification. Spelled out, because a page has up to a thousand: spreading objects takes
 * four times as long.
 */
export function eventObject(event: StoredEvent) {
  const { id, pagePath: page_path, country } = event;
  const created_at = formatInstant(event.createdAtMs);
  switch (event.type) {
    case 'bot': {
      const { botName: bot_name, botCompany: bot_company } = event;
      return { id, type: event.type, page_path, country, created_at, bot_name, bot_company };
    }
    case 'referral':
      return { id, type: event.type, page_path, country, created_at, source: event.source };
    case 'conversion': {
      const { eventName: event_name, eventValue: event_value } = event;
      return { id, type: event.type, page_path, country, created_at, event_name, event_value };
    }
  }
}

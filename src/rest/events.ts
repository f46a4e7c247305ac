import type { RequestContext } from '../context.ts';
import type { StoredEvent } from '../domain/event.ts';
import { formatInstant } from '../domain/time.ts';
import { events } from '../operations/events.ts';
import type { Answer, Asked } from './endpoint.ts';

/** GET /api/v1/sites/{siteId}/events */
export async function eventsEndpoint(ctx: RequestContext, { siteId, query }: Asked): Promise<Answer> {
  const page = await events(ctx, {
    siteId,
    start: query.getAll('start'),
    end: query.getAll('end'),
    type: query.getAll('type'),
    limit: query.getAll('limit'),
    cursor: query.getAll('cursor'),
  });
  return { value: { events: page.events.map(eventObject), next_cursor: page.nextCursor } };
}

function eventObject(event: StoredEvent) {
  const common = {
    id: event.id,
    type: event.type,
    page_path: event.pagePath,
    country: event.country,
    created_at: formatInstant(event.createdAtMs),
  };
  switch (event.type) {
    case 'bot':
      return { ...common, bot_name: event.botName, bot_company: event.botCompany };
    case 'referral':
      return { ...common, source: event.source };
    case 'conversion':
      return { ...common, event_name: event.eventName, event_value: event.eventValue };
  }
}

import * as z from 'zod';
import type { StoredEvent } from '../domain/event.ts';
import { formatInstant } from '../domain/time.ts';
import type { EventsPage } from '../operations/reading/events.ts';
import { VERDICTS } from '../domain/verdict.ts';
import { DETAIL, LISTING, RANGE, botFilter, eventType, nextCursor } from './parts.ts';

export const eventsQuery = z.object({
  ...RANGE,
  type: eventType.optional().meta({ description: 'Only events of this type. By default those of all.' }),
  bot: botFilter,
  page: z.string().min(1).optional().meta({
    description: 'Only events of the page with exactly this path.',
    example: '/pricing',
  }),
  detail: DETAIL.detail.meta({
    description: 'true: also the status, the bytes and the verdict, where there are any.',
  }),
  ...LISTING,
});

const common = {
  id: z.int().min(1).meta({ description: 'Unique among all events.' }),
  page_path: z.string().meta({ description: 'The page; begins with "/".' }),
  country: z.string().meta({ description: 'ISO 3166-1 alpha-2; XX if it is unknown.' }),
  created_at: z.iso.datetime({ precision: 3 }).meta({ description: 'When it happened, in UTC.' }),
};

/** With detail, as bytes and verdict. */
const status = z.int().nullable().optional().meta({ description: 'HTTP status; null if not told.' });

const botVisit = z
  .object({
    ...common,
    type: z.literal('bot'),
    bot_name: z.string().meta({ description: 'The bot, such as GPTBot.' }),
    bot_company: z.string().meta({ description: 'Who runs it, such as OpenAI.' }),
    status,
    bytes: z.int().min(0).nullable().optional().meta({ description: 'Of the response; null if not told.' }),
    verdict: z.enum(VERDICTS).optional().meta({
      description: "Whether it came from its operator's addresses; see `verification` of the stats.",
    }),
  })
  .meta({ id: 'BotVisit' });

const referral = z
  .object({
    ...common,
    type: z.literal('referral'),
    source: z.string().meta({ description: 'The LLM product, such as chatgpt.' }),
    status,
  })
  .meta({ id: 'Referral' });

const conversion = z
  .object({
    ...common,
    type: z.literal('conversion'),
    event_name: z.string().meta({ description: 'The goal, such as purchase.' }),
    event_value: z.number().nullable().meta({ description: 'Null if no value was set.' }),
  })
  .meta({ id: 'Conversion' });

const event = z.discriminatedUnion('type', [botVisit, referral, conversion]).meta({ id: 'Event' });

/** The body of GET /api/v1/sites/{siteId}/events. */
export const eventsSchema = z
  .object({
    events: z.array(event).meta({ description: 'Newest first.' }),
    next_cursor: nextCursor,
  })
  .meta({
    id: 'EventsPage',
    example: {
      events: [
        {
          id: 7,
          type: 'bot',
          page_path: '/pricing',
          country: 'US',
          created_at: '2026-03-15T12:34:56.789Z',
          bot_name: 'GPTBot',
          bot_company: 'OpenAI',
        },
      ],
      next_cursor: null,
    },
  });

export function eventsObject({ items, nextCursor: next_cursor, isDetailed }: EventsPage) {
  return { events: items.map(isDetailed ? exportedObject : eventObject), next_cursor };
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

/** An event as REST has it, and all that is known beyond it, so that an import of the export records the same. */
export function exportedObject(event: StoredEvent) {
  return { ...eventObject(event), ...factsOf(event) };
}

function factsOf(event: StoredEvent) {
  switch (event.type) {
    case 'bot':
      return { status: event.status, bytes: event.bytes, verdict: event.verdict };
    case 'referral':
      return { status: event.status };
    case 'conversion':
      return {};
  }
}

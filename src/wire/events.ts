import * as z from 'zod';
import type { BriefEvent, EventType, StoredEvent } from '../domain/event.ts';
import { formatInstant } from '../domain/time.ts';
import type { EventsPage } from '../operations/reading/events.ts';
import { SIGNATURE_STATES } from '../domain/signature.ts';
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
    description:
      'true: also the status, the bytes, the verdict and the signature of a bot visit, the status of a referral, and the source of a conversion.',
  }),
  ...LISTING,
});

const common = {
  id: z.int().min(1).meta({ description: 'Unique among all events.' }),
  page_path: z.string().meta({ description: 'The page; begins with "/".' }),
  country: z.string().meta({ description: 'ISO 3166-1 alpha-2; XX if it is unknown.' }),
  created_at: z.iso.datetime({ precision: 3 }).meta({ description: 'When it happened, in UTC.' }),
};

/** With detail, as bytes, verdict and the source of a conversion. */
const status = z
  .int()
  .nullable()
  .optional()
  .meta({ description: 'HTTP status; null if it was not recorded.' });

const botVisit = z
  .object({
    ...common,
    type: z.literal('bot'),
    bot_name: z.string().meta({ description: 'The bot, such as GPTBot.' }),
    bot_company: z.string().meta({ description: 'Who runs it, such as OpenAI.' }),
    status,
    bytes: z
      .int()
      .min(0)
      .nullable()
      .optional()
      .meta({ description: 'Of the response; null if it was not recorded.' }),
    verdict: z.enum(VERDICTS).optional().meta({
      description: 'Whether it is shown to be of its operator; see `verification` of the stats.',
    }),
    signature: z.enum(SIGNATURE_STATES).nullable().optional().meta({
      description: 'What became of its signature (Web Bot Auth); null if it was recorded without one.',
    }),
    signer: z.string().nullable().optional().meta({
      description: 'The host of the directory whose key verified it; null unless it is valid.',
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
    source: z.string().nullable().optional().meta({
      description:
        'The LLM product that sent the visitor; null if none did, or if that is not known: see attribution_since of the coverage.',
    }),
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

export function eventsObject(page: EventsPage) {
  const events = page.isDetailed ? page.items.map(exportedObject) : page.items.map(eventObject);
  return { events, next_cursor: page.nextCursor };
}

/** An event with the names of the specification. */
export function eventObject(event: BriefEvent) {
  switch (event.type) {
    case 'bot':
      return visitObject(event);
    case 'referral':
      return referralObject(event);
    case 'conversion':
      return conversionObject(event);
  }
}

/** An event as REST has it, and all that is known beyond it, so that an import of the export records the same. */
export function exportedObject(event: StoredEvent) {
  switch (event.type) {
    case 'bot':
      return {
        ...visitObject(event),
        status: event.status,
        bytes: event.bytes,
        verdict: event.verdict,
        signature: event.proof?.state ?? null,
        signer: event.proof?.signer ?? null,
      };
    case 'referral':
      return { ...referralObject(event), status: event.status };
    case 'conversion':
      return { ...conversionObject(event), source: event.sentBy ?? null };
  }
}

type Brief<Type extends EventType> = Extract<BriefEvent, { readonly type: Type }>;

// These are spelled out, because a page has up to a thousand: spreading objects takes four times as long.

function visitObject(event: Brief<'bot'>) {
  const { id, type, pagePath: page_path, country, botName: bot_name, botCompany: bot_company } = event;
  return {
    id,
    type,
    page_path,
    country,
    created_at: formatInstant(event.createdAtMs),
    bot_name,
    bot_company,
  };
}

function referralObject(event: Brief<'referral'>) {
  const { id, type, pagePath: page_path, country, source } = event;
  return { id, type, page_path, country, created_at: formatInstant(event.createdAtMs), source };
}

function conversionObject(event: Brief<'conversion'>) {
  const { id, type, pagePath: page_path, country, eventName: event_name, eventValue: event_value } = event;
  return {
    id,
    type,
    page_path,
    country,
    created_at: formatInstant(event.createdAtMs),
    event_name,
    event_value,
  };
}

import type { EventType as DomainEventType, StoredEvent } from '../domain/event.ts';
import { formatInstant } from '../domain/time.ts';
import { builder } from './builder.ts';

type Stored<Type extends DomainEventType> = Extract<StoredEvent, { readonly type: Type }>;

const TYPE_NAMES = { bot: 'BotVisit', referral: 'Referral', conversion: 'Conversion' } as const;

export const EventTypeType = builder.enumType('EventType', {
  description: 'The three kinds of event.',
  values: {
    BOT: { value: 'bot', description: 'An AI bot asked for something of the site.' },
    REFERRAL: { value: 'referral', description: 'A click that came from an LLM product.' },
    CONVERSION: { value: 'conversion', description: 'A tracked goal was reached.' },
  } as const,
});

/** What all events have; `__typename` follows `type`. */
export const EventInterface = builder.interfaceRef<StoredEvent>('Event').implement({
  description: 'One recorded event: a BotVisit, a Referral or a Conversion.',
  resolveType: ({ type }) => TYPE_NAMES[type],
  fields: (t) => ({
    id: t.expose('id', { type: 'SafeInt', description: 'Unique among all events.' }),
    type: t.expose('type', { type: EventTypeType, description: 'What kind of event it is.' }),
    pagePath: t.exposeString('pagePath', { description: 'The page where it happened; starts with "/".' }),
    country: t.exposeString('country', {
      description: 'ISO 3166-1 code of two letters; "XX" when the country is unknown.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it happened.',
      resolve: ({ createdAtMs }) => formatInstant(createdAtMs),
    }),
  }),
});

builder.objectRef<Stored<'bot'>>(TYPE_NAMES.bot).implement({
  description: 'An AI bot asked for something of the site.',
  interfaces: [EventInterface],
  fields: (t) => ({
    botName: t.exposeString('botName', {
      description: 'The bot as its operator writes it, such as "GPTBot".',
    }),
    botCompany: t.exposeString('botCompany', { description: 'Who operates it, such as "OpenAI".' }),
  }),
});

builder.objectRef<Stored<'referral'>>(TYPE_NAMES.referral).implement({
  description: 'A visitor followed a link from an LLM product.',
  interfaces: [EventInterface],
  fields: (t) => ({
    source: t.exposeString('source', { description: 'The product as a lower-case slug, such as "chatgpt".' }),
  }),
});

builder.objectRef<Stored<'conversion'>>(TYPE_NAMES.conversion).implement({
  description: 'A tracked goal was reached.',
  interfaces: [EventInterface],
  fields: (t) => ({
    eventName: t.exposeString('eventName', { description: 'The name that the goal is tracked under.' }),
    eventValue: t.exposeFloat('eventValue', {
      nullable: true,
      description: 'What it was worth, in the unit its owner chose; null when no value was set.',
    }),
  }),
});

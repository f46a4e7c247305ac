import { nameOfSource } from '../catalogue/find-product.ts';
import type { BriefEvent, EventType as DomainEventType, StoredEvent } from '../domain/event.ts';
import type { Listed } from '../operations/reading/events.ts';
import { builder } from './builder.ts';
import { ObedienceStateType } from './obedience-state.ts';
import { SignatureStateType } from './signatures.ts';
import { SOURCE_NAME } from './source-name.ts';

type Stored<Type extends DomainEventType> = Extract<StoredEvent, { readonly type: Type }>;

const TYPE_NAMES = { bot: 'BotVisit', referral: 'Referral', conversion: 'Conversion' } as const;

export const EventTypeType = builder.enumType('EventType', {
  description: 'The three kinds of event.',
  values: {
    BOT: { value: 'bot', description: 'An AI bot requested something from the site.' },
    REFERRAL: { value: 'referral', description: 'A visitor followed a link from an LLM product.' },
    CONVERSION: { value: 'conversion', description: 'A visitor reached a tracked goal.' },
  } as const,
});

const VerdictType = builder.enumType('Verdict', {
  description: 'Whether a bot visit is shown to be of its operator, by its signature or its address.',
  values: {
    SIGNED: {
      value: 'signed',
      description: 'Its signature is VALID, and its signer is of the company of the bot.',
    },
    VERIFIED: { value: 'verified', description: 'The address is in a range that the operator publishes.' },
    OUTSIDE: {
      value: 'outside',
      description:
        'All ranges that the operator publishes for the bot are known, and the address is in none of them. For a bot of ' +
        'purpose USER or AGENT this does not mean that the visit is fake: some of them run on the device of their user.',
    },
    NO_LIST: {
      value: 'no-list',
      description:
        'The address could not be compared: the operator publishes no ranges for the bot, or not all of them had been ' +
        'retrieved when the visit was recorded.',
    },
    UNKNOWN: {
      value: 'unknown',
      description:
        'The visit was recorded without an IP address, or by an earlier release, which made no verdicts.',
    },
  } as const,
});

/** The fields that all events share; `__typename` follows from `type`. */
export const EventInterface = builder.interfaceRef<BriefEvent>('Event').implement({
  description: 'One recorded event: a BotVisit, a Referral or a Conversion.',
  resolveType: ({ type }) => TYPE_NAMES[type],
  fields: (t) => ({
    id: t.id({
      description: 'Unique among all objects: "event_" and eventId.',
      resolve: ({ id }) => `event_${id}`,
    }),
    eventId: t.expose('id', { type: 'SafeInt', description: 'The id of the event in REST.' }),
    type: t.expose('type', { type: EventTypeType, description: 'The kind of event.' }),
    pagePath: t.exposeString('pagePath', {
      description: 'The path of the page where it happened; starts with "/".',
    }),
    country: t.exposeString('country', {
      description: 'Two-letter ISO 3166-1 country code; "XX" if the country is unknown.',
    }),
    createdAt: t.expose('createdAtMs', { type: 'DateTime', description: 'When it happened.' }),
  }),
});

builder.objectRef<Stored<'bot'>>(TYPE_NAMES.bot).implement({
  description: 'An AI bot requested something from the site.',
  interfaces: [EventInterface],
  fields: (t) => ({
    botName: t.exposeString('botName', { description: 'The name of the bot, such as "GPTBot".' }),
    botCompany: t.exposeString('botCompany', {
      description: 'The company that runs the bot, such as "OpenAI".',
    }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'The HTTP status of the response; null if it was recorded without one.',
    }),
    bytes: t.expose('bytes', {
      type: 'SafeInt',
      nullable: true,
      description: 'The size of the response in bytes; null if it was recorded without it.',
    }),
    verdict: t.expose('verdict', {
      type: VerdictType,
      description: 'Whether the visit is shown to be of its operator. It was judged when it was recorded.',
    }),
    signature: t.field({
      type: SignatureStateType,
      nullable: true,
      description: 'What became of its signature (Web Bot Auth); null if it was recorded without one.',
      resolve: ({ proof }) => proof?.state,
    }),
    signer: t.string({
      nullable: true,
      description: 'The host of the directory whose key verified the signature; null unless it is VALID.',
      resolve: ({ proof }) => proof?.signer,
    }),
    obedience: t.field({
      type: ObedienceStateType,
      nullable: true,
      description: 'What the visit is by the robots.txt of the site; null while it has not been checked.',
      resolve: ({ obedience }: Listed<Stored<'bot'>>) => obedience,
    }),
  }),
});

builder.objectRef<Stored<'referral'>>(TYPE_NAMES.referral).implement({
  description: 'A visitor followed a link from an LLM product.',
  interfaces: [EventInterface],
  fields: (t) => ({
    source: t.exposeString('source', {
      description: 'The LLM product as a lower-case slug, such as "chatgpt".',
    }),
    sourceName: t.string({
      description: SOURCE_NAME,
      resolve: ({ source }, _, { catalogue }) => nameOfSource(catalogue, source),
    }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'The HTTP status of the response; null if it was recorded without one.',
    }),
  }),
});

builder.objectRef<Stored<'conversion'>>(TYPE_NAMES.conversion).implement({
  description: 'A visitor reached a tracked goal.',
  interfaces: [EventInterface],
  fields: (t) => ({
    eventName: t.exposeString('eventName', { description: 'The name of the goal.' }),
    eventValue: t.exposeFloat('eventValue', {
      nullable: true,
      description: 'The value of the conversion, in the unit you chose; null if none was set.',
    }),
    sentBy: t.exposeString('sentBy', {
      nullable: true,
      description:
        'The LLM product that sent the visitor, as the source of a Referral. Null means that no product did, or, of a ' +
        'conversion before attributionSince of the coverage, that it is not known.',
    }),
    sentByName: t.string({
      nullable: true,
      description: `${SOURCE_NAME} Null without sentBy.`,
      resolve: ({ sentBy }, _, { catalogue }) =>
        sentBy === undefined ? null : nameOfSource(catalogue, sentBy),
    }),
  }),
});

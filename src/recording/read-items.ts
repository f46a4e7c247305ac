import { EVENT_TYPES, type EventType, type NewEvent } from '../domain/event.ts';
import { type JsonObject, isJsonObject } from '../domain/json.ts';
import { Refusal, invalidParameter } from '../domain/refusal.ts';
import type { Bot } from '../catalogue/bots.ts';
import { type Catalogue, INSTALLED } from '../catalogue/catalogue.ts';
import type { LlmProduct } from '../catalogue/llm-products.ts';
import { classifyBot } from './classify-bot.ts';
import { digestOfClient } from './client-digest.ts';
import { productOfReferrer } from './classify-referrer.ts';
import type { RequestRules } from './classify-request.ts';
import { type AddressRules, addressTold, withAddressTold } from './address-fields.ts';
import { BYTES, LOGGED_STATUS, type FieldRule, readCreatedAt, readEvent, readField } from './event-fields.ts';
import { type ItemType, isGiven, requireKnownFields } from './item-fields.ts';
import type { LogRecord } from './log-record.ts';
import type { ReadEvent } from './ndjson-event.ts';
import { MAX_REQUEST_ID } from './request-digest.ts';
import { readSignature } from './request-signature.ts';
import { statusOf } from './status.ts';

/** What items are read by, besides what they say themselves. */
type ItemRules = AddressRules & Pick<RequestRules, 'catalogue'>;

/** JSON values in their order; `isOne` for a single object that is not in a list. */
export type Items = { readonly values: readonly unknown[]; readonly isOne: boolean };

/** An event, or a raw request that is not classified yet. */
export type Item = ReadEvent | { readonly record: LogRecord };

/**
 * Reads items: events as `readEvent` does, where `user_agent` may replace the name and company of a bot, `referrer` a source,
 * and `address` tells a country and the verdict on a bot, and with `user_agent` the client of the others; and requests of
 * `type` "request", with what an access log holds of them. Throws INVALID_PARAMETER that names the item and the field, also
 * for a field that its type does not have.
 */
export function readItems({ values, isOne }: Items, nowMs: number, rules: ItemRules = {}): readonly Item[] {
  return values.map((value, index) => {
    const name = `events[${index}]`;
    if (!isJsonObject(value)) throw invalidParameter(name, value, 'a JSON object');
    try {
      return readItem(value, nowMs, rules);
    } catch (error) {
      throw isOne ? error : namedWithin(name, error);
    }
  });
}

function namedWithin(item: string, error: unknown): unknown {
  if (!(error instanceof Refusal) || error.parameter === undefined) return error;
  const { parameter } = error;
  return new Refusal(error.code, { parameter: { ...parameter, name: `${item}.${parameter.name}` } });
}

function readItem(fields: JsonObject, nowMs: number, rules: ItemRules): Item {
  const type = readField(fields, 'type', ITEM_TYPE);
  requireKnownFields(fields, type);
  if (type === 'request') return { record: readRecord(fields, nowMs) };
  const catalogue = rules.catalogue?.() ?? INSTALLED;
  const address = addressTold(fields);
  const read = readEvent(withAddressTold(withNames(fields, type, catalogue), rules), nowMs);
  const event = withClient(read, address, fields);
  return address === undefined ? { event } : { event, address };
}

/** The fields, with the names that stand for what is raw. */
function withNames(fields: JsonObject, type: EventType, catalogue: Catalogue): JsonObject {
  switch (type) {
    case 'bot':
      return { ...fields, ...botFrom(fields, catalogue) };
    case 'referral':
      return { ...fields, ...sourceFrom(fields, catalogue) };
    case 'conversion':
      return fields;
  }
}

/** The event with its client, by which a conversion finds the product that sent it. A bot is none. */
function withClient(event: NewEvent, address: string | undefined, fields: JsonObject): NewEvent {
  if (event.type === 'bot') return event;
  const client = digestOfClient(address, readOptional(fields, 'user_agent', TEXT));
  return client === undefined ? event : { ...event, client };
}

function readRecord(fields: JsonObject, nowMs: number): LogRecord {
  return {
    timeMs: readCreatedAt(fields, nowMs),
    method: readField(fields, 'method', TEXT),
    target: readField(fields, 'target', TEXT),
    status: statusOf(readOptional(fields, 'status', LOGGED_STATUS)),
    ...(!isGiven(fields, 'status') && { isBeforeAnswer: true }),
    bytes: readOptional(fields, 'bytes', BYTES) ?? undefined,
    userAgent: readOptional(fields, 'user_agent', TEXT),
    referrer: readOptional(fields, 'referrer', TEXT),
    host: readOptional(fields, 'host', TEXT),
    address: addressTold(fields) ?? '-',
    hasAgentField: isGiven(fields, 'user_agent'),
    requestId: readOptional(fields, 'id', REQUEST_ID),
    signed: readSignature({
      signature: fields['signature'],
      signatureInput: fields['signature_input'],
      signatureAgent: fields['signature_agent'],
      scheme: fields['scheme'],
    }),
  };
}

function readOptional<T>(fields: JsonObject, name: string, rule: FieldRule<T>): T | undefined {
  return isGiven(fields, name) ? readField(fields, name, rule) : undefined;
}

function botFrom(fields: JsonObject, catalogue: Catalogue): JsonObject {
  if (!isRaw(fields, 'user_agent', ['bot_name', 'bot_company'])) return {};
  const { name, company } = readField(fields, 'user_agent', agentOfBot(catalogue));
  return { bot_name: name, bot_company: company };
}

function sourceFrom(fields: JsonObject, catalogue: Catalogue): JsonObject {
  if (!isRaw(fields, 'referrer', ['source'])) return {};
  return { source: readField(fields, 'referrer', pageOfProduct(catalogue)).source };
}

/** A raw field counts only if the fields that it replaces are absent. */
function isRaw(fields: JsonObject, raw: string, named: readonly string[]): boolean {
  return isGiven(fields, raw) && !named.some((name) => isGiven(fields, name));
}

const ITEM_TYPE: FieldRule<ItemType> = {
  allowed: '"bot", "referral", "conversion" or "request"',
  parse: (value) => [...EVENT_TYPES, 'request' as const].find((type) => type === value),
};

const TEXT: FieldRule<string> = {
  allowed: 'a string of at most 65,536 characters',
  parse: (value) => (typeof value === 'string' && value.length <= 65_536 ? value : undefined),
};

const REQUEST_ID: FieldRule<string> = {
  allowed: 'a string of at most 200 characters',
  parse: (value) => (typeof value === 'string' && value.length <= MAX_REQUEST_ID ? value : undefined),
};

function agentOfBot(catalogue: Catalogue): FieldRule<Bot> {
  return {
    allowed: 'the User-Agent of a listed AI bot',
    parse: (value) => mapText(value, (text) => classifyBot(catalogue, text)),
  };
}

function pageOfProduct(catalogue: Catalogue): FieldRule<LlmProduct> {
  return {
    allowed: 'the address of a listed LLM product',
    parse: (value) => mapText(value, (text) => productOfReferrer(catalogue, text)),
  };
}

function mapText<T>(value: unknown, map: (text: string) => T | undefined): T | undefined {
  const text = TEXT.parse(value);
  return text === undefined ? undefined : map(text);
}

import type { EventType } from '../domain/event.ts';
import type { JsonObject } from '../domain/json.ts';
import { Refusal, quote } from '../domain/refusal.ts';

export type ItemType = EventType | 'request';

/** `id` is there so that an event can be sent as the events endpoint returns it; that of a request is its host's. */
const EVENT = ['type', 'page_path', 'country', 'address', 'created_at', 'id'];

/** The fields that an item of each type may have. */
export const ITEM_FIELDS: Readonly<Record<ItemType, readonly string[]>> = {
  bot: [...EVENT, 'bot_name', 'bot_company', 'user_agent', 'status', 'bytes'],
  referral: [...EVENT, 'source', 'referrer', 'user_agent', 'status'],
  conversion: [...EVENT, 'event_name', 'event_value', 'source', 'user_agent'],
  request: [
    'type',
    'method',
    'target',
    'status',
    'bytes',
    'user_agent',
    'referrer',
    'host',
    'address',
    'created_at',
    'id',
    'scheme',
    'signature',
    'signature_input',
    'signature_agent',
  ],
};

/** Throws INVALID_PARAMETER for the first field that the type does not have: its value would be lost without a word. */
export function requireKnownFields(fields: JsonObject, type: ItemType): void {
  const known = ITEM_FIELDS[type];
  const unknown = Object.keys(fields).find((name) => isGiven(fields, name) && !known.includes(name));
  if (unknown === undefined) return;
  const name = /^\w{1,60}$/.test(unknown) ? unknown : quote(unknown);
  throw new Refusal('INVALID_PARAMETER', { parameter: { name, owner: `a ${type}`, fields: known } });
}

/** Null counts as absent: many backends send it for what they do not know. */
export function isGiven(fields: JsonObject, name: string): boolean {
  return (fields[name] ?? null) !== null;
}

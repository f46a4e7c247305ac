import { canonicalAddress } from '../domain/bare-address.ts';
import type { JsonObject } from '../domain/json.ts';
import type { RequestRules } from './classify-request.ts';
import { type FieldRule, readField } from './event-fields.ts';
import { isGiven } from './item-fields.ts';

/** What the address of a client tells. */
export type AddressRules = Pick<RequestRules, 'countryOf' | 'verdictOf'>;

const ADDRESS: FieldRule<string> = {
  allowed:
    'an IP address such as 203.0.113.9, 203.0.113.9:443, 2001:db8::9 or [2001:db8::9]:443, or left out',
  parse: (value) => (typeof value === 'string' && canonicalAddress(value) !== undefined ? value : undefined),
};

/** The `address` of an object, if it has one. Throws INVALID_PARAMETER for a bad one. */
export function addressTold(fields: JsonObject): string | undefined {
  return isGiven(fields, 'address') ? readField(fields, 'address', ADDRESS) : undefined;
}

/**
 * The fields of an event, with the country of its `address` and the verdict on it; what is given stays as it is. Throws
 * INVALID_PARAMETER for a bad address.
 */
export function withAddressTold(fields: JsonObject, { countryOf, verdictOf }: AddressRules): JsonObject {
  const address = addressTold(fields);
  if (address === undefined) return fields;
  const { bot_name: botName } = fields;
  const told = {
    country: countryOf?.(address),
    verdict: typeof botName === 'string' ? verdictOf?.(botName, address) : undefined,
  };
  const given = Object.entries(fields).filter(([name]) => isGiven(fields, name));
  return { ...told, ...Object.fromEntries(given) };
}

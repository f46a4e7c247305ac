import { type CountryResponse, type Reader, open } from 'maxmind';
import { ASSIGNED_CODES } from './assigned-codes.ts';
import { readPublicAddress } from './public-address.ts';

/** Answers two upper-case letters for an address: an assigned country code, or "XX". */
export type CountryLookup = (address: string) => string;

/**
 * Reads a country database in the MaxMind DB format whole into memory: that of ip-location-db, DB-IP, GeoLite2 or
 * IPinfo. Throws an Error that names the file and what would be right.
 */
export async function readCountryDatabase(file: string): Promise<CountryLookup> {
  const reader = await open<CountryResponse>(file).catch((cause: unknown) => {
    throw new Error(`The country database ${file} cannot be read. ${RIGHT}`, { cause });
  });
  const { databaseType, ipVersion } = reader.metadata;
  if (!/country|city|location|enterprise/i.test(databaseType)) {
    throw new Error(`The database ${file} is a "${databaseType}", which tells no countries. ${RIGHT}`);
  }
  return (text) => {
    const address = readPublicAddress(text);
    // looked up in a tree of IPv4 addresses, one of IPv6 would find that of its first bits
    if (!address || address.version > ipVersion) return UNKNOWN;
    const code = codeOf(recordAt(reader, address.text));
    return code !== undefined && ASSIGNED_CODES.has(code) ? code : UNKNOWN;
  };
}

const RIGHT = 'Name a file in the MaxMind DB format (.mmdb, not packed) such as GeoLite2-Country.mmdb.';

const UNKNOWN = 'XX';

/** A database damaged in its middle breaks at some addresses only: they are unknown. */
function recordAt(reader: Reader<CountryResponse>, address: string): unknown {
  try {
    return reader.get(address);
  } catch {
    return undefined;
  }
}

/** `country_code` from ip-location-db and IPinfo Lite, `country.iso_code` from MaxMind and DB-IP. */
function codeOf(record: unknown): string | undefined {
  const { country_code: code, country } = (record ?? {}) as {
    country_code?: string;
    country?: { iso_code?: string };
  };
  return code ?? country?.iso_code;
}

import { type CountryResponse, type Reader, open } from 'maxmind';
import { ASSIGNED_CODES } from './assigned-codes.ts';
import { readPublicAddress } from './public-address.ts';

/** Returns the country code of an address, two upper-case letters, or "XX" if it is unknown. */
export type CountryLookup = (address: string) => string;

export type CountryDatabase = {
  readonly countryOf: CountryLookup;
  /** When the database was built, as it says itself; null if it does not. */
  readonly builtAtMs: number | null;
};

/**
 * Reads a country database in the MaxMind DB format into memory, such as those of ip-location-db, DB-IP, GeoLite2 and
 * IPinfo. Throws an Error that names the file and says what is expected.
 */
export async function readCountryDatabase(file: string): Promise<CountryDatabase> {
  const reader = await open<CountryResponse>(file).catch((cause: unknown) => {
    throw new Error(`The country database ${file} cannot be read. ${EXPECTED}`, { cause });
  });
  const { databaseType, ipVersion, buildEpoch } = reader.metadata;
  if (!/country|city|location|enterprise/i.test(databaseType)) {
    throw new Error(`The database ${file} is a "${databaseType}", which has no countries. ${EXPECTED}`);
  }
  const countryOf = (text: string) => {
    const address = readPublicAddress(text);
    // In a database of IPv4 addresses, an IPv6 address would find the country of its first 32 bits.
    if (!address || address.version > ipVersion) return UNKNOWN;
    const code = codeOf(recordAt(reader, address.text));
    return code !== undefined && ASSIGNED_CODES.has(code) ? code : UNKNOWN;
  };
  const builtAtMs = buildEpoch.getTime();
  return { countryOf, builtAtMs: builtAtMs > 0 ? builtAtMs : null };
}

const EXPECTED =
  'Use a file in the MaxMind DB format (.mmdb, not compressed), such as GeoLite2-Country.mmdb.';

const UNKNOWN = 'XX';

/** A damaged database fails for some addresses only. Their country is unknown. */
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

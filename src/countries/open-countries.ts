import { fileURLToPath } from 'node:url';
import { watchFile } from '../files/watch-file.ts';
import { type CountryLookup, readCountryDatabase } from './country-database.ts';

/** Looks up the countries of client addresses. */
export type CountrySource = {
  /** Two upper-case letters, or "XX" for private, malformed and unknown addresses. */
  readonly countryOf: CountryLookup;
  /** When the database in use was built, as it says itself; null if it does not. */
  readonly builtAtMs: () => number | null;
  /** Stops watching the file. */
  readonly close: () => void;
};

type CountriesOptions = {
  /** A database in the MaxMind DB format. Default: the one that is installed with the product. */
  readonly file?: string | undefined;
  /** Called once for a new file that cannot be used. The old database stays in use. */
  readonly onFault?: ((cause: unknown) => void) | undefined;
};

/**
 * Opens a country database, and opens it again whenever its file is replaced (`watchFile`). Throws an Error that names
 * the file and says what is expected. Addresses are not stored.
 */
export async function openCountries({ file, onFault }: CountriesOptions = {}): Promise<CountrySource> {
  const path =
    file ??
    fileURLToPath(
      import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'),
    );
  const { content, close } = await watchFile(path, { read: readCountryDatabase, onFault });
  return {
    countryOf: (address) => content().countryOf(address),
    builtAtMs: () => content().builtAtMs,
    close,
  };
}

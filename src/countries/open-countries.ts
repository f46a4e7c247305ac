import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type CountryLookup, readCountryDatabase } from './country-database.ts';

/** Looks up the countries of client addresses. */
export type Countries = {
  /** Two upper-case letters, or "XX" for private, malformed and unknown addresses. */
  readonly countryOf: CountryLookup;
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
 * Opens a country database and checks once a minute whether its file was replaced. This does not keep the process alive.
 * Throws an Error that names the file and says what is expected. Addresses are not stored.
 */
export async function openCountries({ file, onFault }: CountriesOptions = {}): Promise<Countries> {
  const path =
    file ??
    fileURLToPath(
      import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'),
    );
  // Taken before the file is read, so that a replacement during the read is noticed.
  let seen = await identityOf(path);
  let lookup = await readCountryDatabase(path);

  async function renew(): Promise<void> {
    const now = await identityOf(path);
    if (now === seen) return;
    seen = now;
    lookup = await readCountryDatabase(path);
  }

  const timer = setInterval(() => {
    renew().catch((cause: unknown) => onFault?.(cause));
  }, CHECK_INTERVAL_MS).unref();
  return {
    countryOf: (address) => lookup(address),
    close: () => {
      clearInterval(timer);
    },
  };
}

const CHECK_INTERVAL_MS = 60_000;

/** Changes when the file is replaced or modified. */
async function identityOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found ? [found.dev, found.ino, found.size, found.mtimeMs].join() : 'missing';
}

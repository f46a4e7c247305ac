import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type CountryLookup, readCountryDatabase } from './country-database.ts';

/** Tells the countries of client addresses. */
export type Countries = {
  /** Two upper-case letters; "XX" for private, malformed and unknown addresses. */
  readonly countryOf: CountryLookup;
  /** Stops looking whether the file was replaced. */
  readonly close: () => void;
};

type CountriesOptions = {
  /** A database in the MaxMind DB format; the one that is installed with the product unless named. */
  readonly file?: string | undefined;
  /** Told once of a new file that cannot be used; the old one stays in use. */
  readonly onFault?: ((cause: unknown) => void) | undefined;
};

/**
 * Opens a country database and looks once a minute whether its file was replaced, without keeping the process alive.
 * Throws an Error that names the file and what would be right. No address is kept.
 */
export async function openCountries({ file, onFault }: CountriesOptions = {}): Promise<Countries> {
  const path =
    file ??
    fileURLToPath(
      import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'),
    );
  // before the file is read: one that is replaced meanwhile is read again, none is missed
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
  }, LOOK_EVERY_MS).unref();
  return {
    countryOf: (address) => lookup(address),
    close: () => {
      clearInterval(timer);
    },
  };
}

const LOOK_EVERY_MS = 60_000;

/** Changes whenever another file takes the place or the file is written to. */
async function identityOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found ? [found.dev, found.ino, found.size, found.mtimeMs].join() : 'missing';
}

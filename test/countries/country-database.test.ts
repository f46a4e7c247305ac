import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASSIGNED_CODES } from '../../src/countries/assigned-codes.ts';
import { readCountryDatabase } from '../../src/countries/country-database.ts';
import { bitsOf, makeDatabase } from './make-database.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countries-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(bytes: Buffer): Promise<string> {
  const file = join(folder, 'countries.mmdb');
  await writeFile(file, bytes);
  return file;
}

const installed = (name: string) =>
  fileURLToPath(import.meta.resolve(`@ip-location-db/geo-whois-asn-country-mmdb/${name}.mmdb`));

describe('the database that is installed with the product', () => {
  it('knows the countries of well-known resolvers, over IPv4 and IPv6', async () => {
    const { countryOf } = await readCountryDatabase(installed('geo-whois-asn-country'));
    const addresses = [
      '8.8.8.8',
      '::ffff:8.8.8.8',
      '[2001:4860:4860::8888]:53',
      '2620:fe::fe',
      '193.0.14.129',
    ];
    expect(addresses.map(countryOf)).toEqual(['US', 'US', 'US', 'US', 'NL']);
  });

  it('knows no country of addresses that are nobody’s', async () => {
    const { countryOf } = await readCountryDatabase(installed('geo-whois-asn-country'));
    const addresses = ['192.0.2.1', '203.0.113.9', '2001:db8::1', '10.0.0.1', '::1', '-', ''];
    expect(addresses.map(countryOf)).toEqual(addresses.map(() => 'XX'));
  });

  it('takes no IPv6 address for the IPv4 address with its first bits', async () => {
    const { countryOf } = await readCountryDatabase(installed('geo-whois-asn-country-ipv4'));
    expect(['8.8.8.8', '2620:fe::fe', '2001:4860:4860::8888'].map(countryOf)).toEqual(['US', 'XX', 'XX']);
  });
});

describe('a database in another layout', () => {
  const LAYOUTS = {
    'GeoLite2-Country': (code: string) => ({
      country: { geoname_id: 1, iso_code: code, names: { en: 'x' } },
    }),
    'DBIP-Country-Lite': (code: string) => ({ continent: { code: 'EU' }, country: { iso_code: code } }),
    'ipinfo bundle_location_lite': (code: string) => ({ country: 'A country', country_code: code }),
  };

  it.each(Object.entries(LAYOUTS))('of %s tells the country', async (type, layout) => {
    const networks = {
      [bitsOf('8.0.0.0/8', 6)]: layout('DE'),
      [bitsOf('9.128.0.0/9', 6)]: layout('FR'),
      '0010000000000001': layout('JP'),
    };
    const file = await fileWith(makeDatabase({ type, ipVersion: 6, networks }));
    const { countryOf } = await readCountryDatabase(file);
    const addresses = ['8.1.2.3', '9.200.0.1', '9.1.0.1', '2001:4860::1'];
    expect(addresses.map(countryOf)).toEqual(['DE', 'FR', 'XX', 'JP']);
  });

  it('tells assigned country codes alone', async () => {
    const records = ['DE', 'de', 'EU', 'XK', 'AN', 'ZZ', 'DEU', ''].map((code) => ({ country_code: code }));
    const others = [{}, { country: 'DE' }, { country: {} }, { country: { iso_code: 49 } }, 'DE'];
    const values = [...records, ...others];
    const networks = Object.fromEntries(
      values.map((value, index) => [bitsOf(`${index + 20}.0.0.0/8`), value]),
    );
    const file = await fileWith(makeDatabase({ type: 'country', ipVersion: 4, networks }));
    const { countryOf } = await readCountryDatabase(file);
    const answers = values.map((_, index) => countryOf(`${index + 20}.1.1.1`));
    expect(answers).toEqual(['DE', ...values.slice(1).map(() => 'XX')]);
  });
});

describe('a file that is no country database', () => {
  const expected =
    'Use a file in the MaxMind DB format (.mmdb, not compressed), such as GeoLite2-Country.mmdb.';

  it('is refused with its name and with the expected format', async () => {
    const whole = makeDatabase({ type: 'country', ipVersion: 4, networks: { 0: { country_code: 'DE' } } });
    const damaged = [
      Buffer.alloc(0),
      Buffer.from('country_code\nDE\n'),
      whole.subarray(0, 40),
      gzipSync(whole),
    ];
    for (const bytes of damaged) {
      const file = await fileWith(bytes);
      await expect(readCountryDatabase(file)).rejects.toThrow(
        `The country database ${file} cannot be read. ${expected}`,
      );
    }
    const missing = join(folder, 'missing.mmdb');
    await expect(readCountryDatabase(missing)).rejects.toThrow(
      `The country database ${missing} cannot be read. ${expected}`,
    );
  });

  it('is refused if it tells other things of addresses', async () => {
    const record = { autonomous_system_number: 64_496 };
    const file = await fileWith(
      makeDatabase({ type: 'GeoLite2-ASN', ipVersion: 4, networks: { 0: record } }),
    );
    await expect(readCountryDatabase(file)).rejects.toThrow(
      `The database ${file} is a "GeoLite2-ASN", which has no countries. ${expected}`,
    );
  });

  it('knows nothing of the addresses whose records are damaged', async () => {
    const networks = { 0: { country_code: 'DE' }, 1: { country_code: 'FR' } };
    const bytes = makeDatabase({ type: 'country', ipVersion: 4, networks });
    // a type that the format does not have
    bytes.write('\0\xff', bytes.lastIndexOf('country_code') - 2, 'latin1');
    const { countryOf } = await readCountryDatabase(await fileWith(bytes));
    expect(['8.8.8.8', '200.0.0.1'].map(countryOf)).toEqual(['DE', 'XX']);
  });
});

describe('the assigned country codes', () => {
  it('are 249, each with a name in English', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    expect([...ASSIGNED_CODES].filter((code) => names.of(code) === undefined)).toEqual([]);
    expect(ASSIGNED_CODES.size).toBe(249);
  });
});

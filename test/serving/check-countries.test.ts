import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkCountries } from '../../src/serving/checks/check-countries.ts';
import { readConfig } from '../../src/settings/config.ts';
import { useCommandLine } from '../cli/support.ts';
import { makeDatabase } from '../countries/make-database.ts';

const { folder } = useCommandLine();

it('doctor says how old the country database is, and warns after a year', async () => {
  const file = join(folder, 'countries.mmdb');
  writeFileSync(
    file,
    makeDatabase({ type: 'country', ipVersion: 4, networks: { 0: { country_code: 'DE' } } }),
  );
  const config = readConfig({ COUNTRY_DATABASE: file });
  const at = (time: string) => checkCountries(config, Date.parse(time));
  const check = 'COUNTRY_DATABASE';

  expect([
    await at('2025-12-31T00:00:00Z'),
    await at('2026-01-02T23:59:59Z'),
    await at('2027-01-01T23:59:59Z'),
    await at('2027-01-02T00:00:00Z'),
  ]).toEqual([
    { check, state: 'ok', detail: `${file} was built on 2026-01-01, 0 days ago` },
    { check, state: 'ok', detail: `${file} was built on 2026-01-01, 1 day ago` },
    { check, state: 'ok', detail: `${file} was built on 2026-01-01, 365 days ago` },
    {
      ...{ check, state: 'warning' },
      detail: `${file} was built on 2026-01-01, 366 days ago; replace it, since networks change hands (docs/operating.md)`,
    },
  ]);
});

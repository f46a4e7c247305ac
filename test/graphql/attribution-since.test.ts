import { expect, it } from 'vitest';
import { noteAttribution } from '../../src/queries/attribution.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { type TestGateway, startGateway } from '../support/gateway.ts';
import { makeOwner, makeSite } from '../support/makers.ts';
import { askText } from '../twins/support.ts';

const SINCE = '2026-03-10T08:00:00.000Z';

type Installed = { readonly gateway: TestGateway };

/** A service of its own, which looks conversions up: since when is one time for all of its sites. */
async function install(attributionMinutes = 30): Promise<Installed> {
  const db = openPool(await freshDatabase(), 2);
  return { gateway: startGateway({ db, attributionMinutes }) };
}

async function note({ gateway }: Installed, minutes: number, at: string): Promise<void> {
  await noteAttribution(gateway.db, { minutes, nowMs: Date.parse(at) });
}

/** What the coverage of a new site says, in GraphQL and, in its own words, in REST. */
async function makeAsker({ gateway }: Installed) {
  const { accountId, key } = await makeOwner(gateway.db);
  const site = await makeSite(gateway.db, accountId);
  const asked = async () => {
    const document = `query ($id: ID!) { site(id: $id) { coverage { attributionSince attributionMinutes } } }`;
    const { data } = await askText<{ site: { coverage: Record<string, unknown> } }>(gateway, key, document, {
      id: site.id,
    });
    const { body } = await gateway.rest(`/api/v1/sites/${site.id}/coverage`, key);
    const coverage = data?.site.coverage;
    expect(body).toMatchObject({
      attribution_since: coverage?.['attributionSince'],
      attribution_minutes: coverage?.['attributionMinutes'],
    });
    return coverage;
  };
  return asked;
}

it('attributionSince is when the first process that looks conversions up began, and null while it is off', async () => {
  const installed = await install(45);
  const asked = await makeAsker(installed);
  expect(await asked()).toEqual({ attributionSince: null, attributionMinutes: 45 });

  await note(installed, 45, SINCE);
  await note(installed, 30, '2026-03-12T00:00:00.000Z');
  expect(await asked()).toEqual({ attributionSince: SINCE, attributionMinutes: 45 });

  const gateway = startGateway({ db: installed.gateway.db, attributionMinutes: 0 });
  const asksOff = await makeAsker({ gateway });
  expect(await asksOff()).toEqual({ attributionSince: null, attributionMinutes: 0 });

  await note(installed, 0, '2026-03-13T00:00:00.000Z');
  expect(await asked()).toEqual({ attributionSince: null, attributionMinutes: 45 });
  await note(installed, 45, '2026-03-14T00:00:00.000Z');
  expect(await asked()).toEqual({ attributionSince: '2026-03-14T00:00:00.000Z', attributionMinutes: 45 });
});

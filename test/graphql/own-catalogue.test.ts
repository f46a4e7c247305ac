import { expect, it } from 'vitest';
import { INSTALLED_ENTRIES, createCatalogue } from '../../src/catalogue/catalogue.ts';
import { parseOwnEntries } from '../../src/catalogue/own-entries.ts';
import { withOwnEntries } from '../../src/catalogue/with-own-entries.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { askText } from '../twins/support.ts';

function catalogueWith(value: unknown) {
  return createCatalogue(withOwnEntries(INSTALLED_ENTRIES, parseOwnEntries(value) as never));
}

it('names are explained by the catalogue of the operator, and by another one as soon as it is replaced', async () => {
  let catalogue = catalogueWith({
    bots: [
      { name: 'AcmeBot', company: 'Acme', purpose: 'search', documentation: 'https://acme.example/bot' },
      { name: 'GPTBot', company: 'Mine', purpose: 'agent' },
    ],
    products: [{ source: 'acme-chat', name: 'Acme Chat', company: 'Acme', hosts: ['chat.acme.example'] }],
  });
  const gateway = startGateway({ recording: { catalogue: () => catalogue } });
  const { accountId, key } = await makeOwner(gateway.db);
  const site = await makeSite(gateway.db, accountId);
  await record(gateway.db, site, [
    botVisit('2026-03-10T10:00:00.000Z', { botName: 'AcmeBot', botCompany: 'Recorded', pagePath: '/a' }),
    botVisit('2026-03-10T11:00:00.000Z', { botName: 'GPTBot', botCompany: 'OpenAI', pagePath: '/g' }),
    referral('2026-03-10T12:00:00.000Z', { source: 'acme-chat' }),
  ]);
  const days = 'start: "2026-03-10", end: "2026-03-10"';
  const ask = async () => {
    const { data, errors } = await askText(
      gateway,
      key,
      `{ site(id: "${site.id}") {
        stats(${days}) {
          botBreakdown { botName botCompany purpose } purposes { purpose count }
          referralBreakdown { name company }
        }
        companies(${days}) { company botVisits referrals }
        pages(${days}, purpose: SEARCH) { nodes { pagePath } }
        bot(name: "AcmeBot", ${days}) { botCompany purpose documentationUrl }
      } }`,
    );
    expect(errors).toBeUndefined();
    return (data as { site: unknown }).site;
  };

  expect(await ask()).toEqual({
    stats: {
      botBreakdown: [
        { botName: 'AcmeBot', botCompany: 'Recorded', purpose: 'SEARCH' },
        { botName: 'GPTBot', botCompany: 'OpenAI', purpose: 'AGENT' },
      ],
      purposes: [
        { purpose: 'SEARCH', count: 1 },
        { purpose: 'AGENT', count: 1 },
      ],
      referralBreakdown: [{ name: 'Acme Chat', company: 'Acme' }],
    },
    companies: [
      { company: 'Acme', botVisits: 1, referrals: 1 },
      { company: 'Mine', botVisits: 1, referrals: 0 },
    ],
    pages: { nodes: [{ pagePath: '/a' }] },
    bot: { botCompany: 'Acme', purpose: 'SEARCH', documentationUrl: 'https://acme.example/bot' },
  });

  catalogue = catalogueWith({ bots: [{ name: 'AcmeBot', company: 'Newer', purpose: 'user' }] });
  expect(await ask()).toMatchObject({
    companies: [
      { company: 'Newer', botVisits: 1 },
      { company: 'OpenAI', botVisits: 1 },
      { company: 'acme-chat', referrals: 1 },
    ],
    pages: { nodes: [] },
    bot: { botCompany: 'Newer', purpose: 'USER', documentationUrl: null },
  });
});

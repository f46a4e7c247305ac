import { describe, expect, it } from 'vitest';
import type { PreparedQuery } from '../../src/database/statement.ts';
import { NOW_MS, openLoneDoor } from '../execution/lone-door.ts';

const SITE = { id: 'site_a', accountId: 1, domain: 'a.example', name: 'A', createdAtMs: NOW_MS };
const SITES = [SITE, { ...SITE, id: 'site_b' }];
const ALERT = {
  ...{ kind: 'surge', subjectKind: 'bot', subject: 'GPTBot', subjects: [], eventType: 'bot' },
  ...{ atMs: NOW_MS, fromMs: NOW_MS, untilMs: null, expectedAtMs: null },
  ...{ unit: 'count', seen: 412, usual: [], page: null, title: 'T', detail: 'D' },
};

/** A database with two sites, and as many alerts of one or both as are asked for. */
function openDoor({ alertsOfBoth = false } = {}) {
  const asked: string[] = [];
  function query({ name, values }: PreparedQuery): readonly unknown[] {
    asked.push(name);
    if (name.startsWith('list_alerts'))
      return Array.from({ length: Number(values.at(-1)) }, (_, index) => {
        const siteId = alertsOfBoth && index % 2 === 1 ? 'site_b' : 'site_a';
        return { ...ALERT, id: index + 1, siteId };
      });
    return name === 'find_sites' ? SITES : [];
  }
  const { post } = openLoneDoor({ query, isOwner: true });
  const run = async (document: string) => {
    asked.length = 0;
    const { body } = await post({ query: document });
    return { codes: body.errors?.map(({ extensions }) => extensions?.['code']), asked: [...asked] };
  };
  return { run };
}

const ofSite = (selected: string) => `{ site(id: "site_a") { ${selected} } }`;
const REFUSED = { codes: ['DOCUMENT_TOO_LARGE'], asked: [] };

describe('alerts that are reached from alerts', () => {
  it('are read once for each list that differs, however many alerts lead to it', async () => {
    const { run } = openDoor();
    const alerts = (first: number, selected: string) => `alerts(first: ${first}) { ${selected} }`;
    const viaSite = (selected: string) => `nodes { site { ${selected} } }`;
    const innermost = alerts(98, 'pageInfo { hasNextPage }');
    const three = ofSite(alerts(100, viaSite(alerts(99, viaSite(innermost)))));
    expect(await run(three)).toEqual({
      codes: undefined,
      asked: ['find_sites', ...Array<string>(3).fill('list_alerts_of_site')],
    });
    const fromAccount = `{ account { ${alerts(100, viaSite(alerts(100, viaSite('domain'))))} } }`;
    expect(await run(fromAccount)).toEqual({
      codes: undefined,
      asked: ['list_alerts', 'find_sites', 'list_alerts_of_site'],
    });
  });

  it('lead to rules, mutes and notes that are read once for all of their sites', async () => {
    const { run } = openDoor({ alertsOfBoth: true });
    const beside =
      'alertRules { kind } mutes { subject } notes { id } march: notes(start: "2026-03-01") { id }';
    expect(await run(`{ account { alerts(first: 100) { nodes { site { ${beside} } } } } }`)).toEqual({
      codes: undefined,
      asked: [
        ...['list_alerts', 'find_sites', 'list_alert_rules', 'count_alerts', 'list_mutes'],
        ...Array<string>(SITES.length).fill('list_notes'),
      ],
    });
  });

  it.each([
    ['a site', (selected: string) => ofSite(selected)],
    ['the account', (selected: string) => `{ account { ${selected} } }`],
  ])('count before anything runs, of %s too', async (_, within) => {
    const { run } = openDoor();
    const nested = (first: string) =>
      within(`alerts${first} { nodes { site { alerts${first} { nodes { site { alerts${first} {
        edges { cursor } } } } } } } }`);
    expect(await run(nested('(first: 100)'))).toEqual(REFUSED);
    // 50 by default
    expect(await run(nested(''))).toEqual(REFUSED);
    expect((await run(nested('(first: 10)'))).codes).toBeUndefined();
  });
});

it('counts entries of the audit before anything runs', async () => {
  const { run } = openDoor();
  const alerts = (selected: string) => `alerts(first: 100) { nodes { ${selected} } }`;
  const document = (first: number) => {
    const audit = `account { audit(first: ${first}) { id at action detail by __typename } }`;
    const aliased = Array.from({ length: 98 }, (_, n) => `a${n}: ${audit}`);
    return `{ ${aliased.join(' ')} site(id: "site_a") { ${alerts(`site { ${alerts('id kind at title detail state')} }`)} } }`;
  };
  expect(await run(document(200))).toEqual(REFUSED);
  expect((await run(document(1))).codes).toBeUndefined();
});

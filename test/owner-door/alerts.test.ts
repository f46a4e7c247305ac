import { describe, expect, it } from 'vitest';
import type { NewAlert } from '../../src/domain/alert.ts';
import { insertAlert } from '../../src/queries/alerts.ts';
import { NOW, startGateway } from '../support/gateway.ts';
import { makeKey, makeSite } from '../support/makers.ts';
import { askText } from '../twins/support.ts';
import { askAs, makeShared, outcomeOf } from './share.ts';
import { ask, makeSignedIn } from './support.ts';

const gateway = startGateway({ sharedDocuments: 'any' });
const NOW_MS = Date.parse(NOW);
const DAY_MS = 86_400_000;

const SURGE: NewAlert = {
  ...{ kind: 'surge', subjectKind: 'bot', subject: 'GPTBot', subjects: ['GPTBot'], eventType: 'bot' },
  ...{ atMs: Date.parse('2026-03-10T00:00:00Z'), fromMs: Date.parse('2026-03-09T00:00:00Z'), untilMs: null },
  ...{ unit: 'count', seen: 412, usual: [20, 60], page: '/blog' },
  ...{ title: 'GPTBot read 412 pages', detail: 'On Monday, 9 March. Mondays usually have 20 to 60.' },
};

const QUOTA: NewAlert = {
  ...{ kind: 'quota', subjectKind: 'account', subject: '80', subjects: [], eventType: null },
  ...{
    atMs: NOW_MS,
    fromMs: Date.parse('2026-03-01T00:00:00Z'),
    untilMs: Date.parse('2026-04-01T00:00:00Z'),
  },
  ...{ unit: 'share', seen: 0.8, usual: [], page: null, title: '80%', detail: 'of the month' },
};

async function start() {
  const owner = await makeSignedIn(gateway);
  const { accountId } = owner;
  const site = await makeSite(gateway.db, accountId, { domain: 'told.example' });
  const run = async (query: string) => {
    const { body } = await ask(gateway, owner.cookie, query);
    return (
      body.errors?.map(({ extensions }: { extensions: { code: string } }) => extensions.code) ?? body.data
    );
  };
  const raise = (alert: NewAlert, siteId: string | null = site.id) =>
    insertAlert(gateway.db, { accountId, siteId }, alert);
  return { owner, accountId, site, run, raise };
}

describe('alerts', () => {
  it('are listed for a site and for the account, newest first', async () => {
    const { site, run, raise } = await start();
    const id = await raise(SURGE);
    await raise(QUOTA, null);
    const fields =
      'id kind at from until subjectKind subject subjects eventType unit seen usual page title detail link state site { id }';
    const surge = {
      ...{
        id: `alert_${id}`,
        kind: 'SURGE',
        at: '2026-03-10T00:00:00.000Z',
        from: '2026-03-09T00:00:00.000Z',
      },
      ...{ until: null, subjectKind: 'BOT', subject: 'GPTBot', subjects: ['GPTBot'], eventType: 'BOT' },
      ...{
        unit: 'COUNT',
        seen: 412,
        usual: [20, 60],
        page: '/blog',
        title: SURGE.title,
        detail: SURGE.detail,
      },
      // of the day that the last hour is in
      link: `http://site-traffic.test/sites/${site.id}?start=2026-03-09&end=2026-03-09`,
      ...{ state: 'ONGOING', site: { id: site.id } },
    };
    expect(await run(`{ site(id: "${site.id}") { alerts { nodes { ${fields} } } } }`)).toEqual({
      site: { alerts: { nodes: [surge] } },
    });
    const { account } = await run(`{ account { alerts { nodes { ${fields} } } } }`);
    expect(account.alerts.nodes).toMatchObject([
      {
        kind: 'QUOTA',
        until: null,
        subject: null,
        state: 'ONGOING',
        site: null,
        link: 'http://site-traffic.test/settings/account',
      },
      surge,
    ]);
  });

  it('are filtered, and paged by cursors that are for the same question only', async () => {
    const { site, run, raise } = await start();
    for (let n = 0; n < 5; n++)
      await raise({
        ...SURGE,
        subject: `Bot${n}`,
        atMs: SURGE.atMs + n * DAY_MS,
        untilMs: SURGE.atMs + n * DAY_MS,
      });
    const page = async (given: string) => {
      const data = await run(
        `{ site(id: "${site.id}") { alerts(${given}) { nodes { subject } pageInfo { hasNextPage endCursor } } } }`,
      );
      return Array.isArray(data) ? data : data.site.alerts;
    };
    const first = await page('first: 2, kind: SURGE');
    expect(first.nodes).toEqual([{ subject: 'Bot4' }, { subject: 'Bot3' }]);
    const after = `after: "${first.pageInfo.endCursor}"`;
    expect((await page(`first: 3, kind: SURGE, ${after}`)).nodes).toHaveLength(3);
    expect(await page(`kind: ERRORS, ${after}`)).toEqual(['INVALID_PARAMETER']);
    expect(await page('first: 101')).toEqual(['INVALID_PARAMETER']);
    expect(await page('after: "x"')).toEqual(['INVALID_PARAMETER']);
    expect(await page('start: "2026-03-12", end: "2026-03-11"')).toEqual(['INVALID_DATE_RANGE']);
    expect((await page('start: "2026-03-11", end: "2026-03-12"')).nodes).toEqual([
      { subject: 'Bot2' },
      { subject: 'Bot1' },
    ]);
    expect((await page('state: ONGOING')).nodes).toEqual([]);
    expect((await page('state: OVER, start: "2026-03-14"')).nodes).toEqual([{ subject: 'Bot4' }]);
  });

  it('are marked as expected and not, which the audit says', async () => {
    const { site, run, raise } = await start();
    const id = `alert_${await raise(SURGE)}`;
    const mark = (expected: boolean) =>
      run(`mutation { markExpected(id: "${id}", expected: ${expected}) { state } }`);
    expect(await mark(true)).toEqual({ markExpected: { state: 'EXPECTED' } });
    expect(await run(`{ site(id: "${site.id}") { alerts(state: EXPECTED) { nodes { id } } } }`)).toEqual({
      site: { alerts: { nodes: [{ id }] } },
    });
    expect(await mark(false)).toEqual({ markExpected: { state: 'ONGOING' } });
    const { account } = await run('{ account { audit(first: 1) { action } } }');
    expect(account.audit).toEqual([{ action: 'alerts.mark-expected' }]);
    const other = await start();
    expect(await other.run(`mutation { markExpected(id: "${id}", expected: true) { id } }`)).toEqual([
      'ALERT_NOT_FOUND',
    ]);
    expect(await run('mutation { markExpected(id: "alert_x", expected: true) { id } }')).toEqual([
      'ALERT_NOT_FOUND',
    ]);
  });

  it('are read again after a change in the same document', async () => {
    const { run, raise } = await start();
    const id = `alert_${await raise(SURGE)}`;
    const mark = (expected: boolean) =>
      `markExpected(id: "${id}", expected: ${expected}) { site { alerts(state: EXPECTED) { nodes { id } } } }`;
    expect(await run(`mutation { on: ${mark(true)} off: ${mark(false)} }`)).toEqual({
      on: { site: { alerts: { nodes: [{ id }] } } },
      off: { site: { alerts: { nodes: [] } } },
    });
  });

  it('of other accounts are seen by nobody', async () => {
    const [{ site, raise }, other] = [await start(), await start()];
    await raise(SURGE);
    expect(await other.run(`{ account { alerts(siteId: "${site.id}") { nodes { id } } } }`)).toEqual([
      'SITE_NOT_FOUND',
    ]);
    expect(await other.run('{ account { alerts { nodes { id } } } }')).toEqual({
      account: { alerts: { nodes: [] } },
    });
  });
});

describe('what raises an alert', () => {
  it('is normal until the owner changes it; the quota is of the account', async () => {
    const { accountId, site, run, raise } = await start();
    const second = await makeSite(gateway.db, accountId, { domain: 'second.example' });
    await raise(SURGE);
    const rulesOf = async (id: string) =>
      (await run(`{ site(id: "${id}") { alertRules { kind sensitivity raisedIn90Days } } }`)).site.alertRules;
    const set = (kind: string, sensitivity: string) =>
      run(
        `mutation { setAlertRule(siteId: "${site.id}", kind: ${kind}, sensitivity: ${sensitivity}) { kind sensitivity raisedIn90Days } }`,
      );
    expect(await rulesOf(site.id)).toEqual(
      ['NEW_BOT', 'SURGE', 'SILENCE', 'ERRORS', 'IMPOSTORS', 'QUOTA'].map((kind) => ({
        ...{ kind, sensitivity: 'NORMAL', raisedIn90Days: kind === 'SURGE' ? 1 : 0 },
      })),
    );
    expect(await set('SURGE', 'LOW')).toEqual({
      setAlertRule: { kind: 'SURGE', sensitivity: 'LOW', raisedIn90Days: 1 },
    });
    expect(await set('QUOTA', 'HIGH')).toEqual(['INVALID_PARAMETER']);
    await set('QUOTA', 'OFF');
    const [surge, quota] = [1, 5];
    expect((await rulesOf(second.id))[surge]).toMatchObject({ sensitivity: 'NORMAL' });
    expect((await rulesOf(second.id))[quota]).toMatchObject({ sensitivity: 'OFF' });
  });

  it('is muted and unmuted, of one kind or of all', async () => {
    const { site, run } = await start();
    const subject = `siteId: "${site.id}", subjectKind: BOT, subject: "GPTBot"`;
    const fields = '{ subjectKind subject kind since until }';
    const muted = { subjectKind: 'BOT', subject: 'GPTBot', since: NOW };
    expect(
      await run(`mutation { mute(${subject}, kind: SURGE, until: "2026-04-01T00:00:00Z") ${fields} }`),
    ).toEqual({
      mute: [{ ...muted, kind: 'SURGE', until: '2026-04-01T00:00:00.000Z' }],
    });
    expect((await run(`mutation { mute(${subject}) ${fields} }`)).mute).toContainEqual({
      ...muted,
      kind: null,
      until: null,
    });
    expect(await run(`mutation { mute(${subject}, until: "2026-03-01T00:00:00Z") ${fields} }`)).toEqual([
      'INVALID_PARAMETER',
    ]);
    expect((await run(`mutation { unmute(${subject}, kind: SURGE) ${fields} }`)).unmute).toHaveLength(1);
    expect((await run(`mutation { unmute(${subject}) ${fields} }`)).unmute).toEqual([]);
  });
});

it('notes, mutes and rules are read again after a change in the same document', async () => {
  const { site, run } = await start();
  const rename = (name: string) =>
    `${name}: renameSite(id: "${site.id}", name: "${name}") {
      notes { text } mutes { subject } alertRules { sensitivity }
    }`;
  const { one, two } = await run(`mutation {
    ${rename('one')}
    createNote(siteId: "${site.id}", date: "2026-03-09", text: "moved") { id }
    mute(siteId: "${site.id}", subjectKind: BOT, subject: "GPTBot") { subject }
    setAlertRule(siteId: "${site.id}", kind: NEW_BOT, sensitivity: LOW) { sensitivity }
    ${rename('two')}
  }`);
  expect(one).toMatchObject({ notes: [], mutes: [] });
  expect(two).toMatchObject({ notes: [{ text: 'moved' }], mutes: [{ subject: 'GPTBot' }] });
  expect([one, two].map(({ alertRules }) => alertRules[0])).toEqual([
    { sensitivity: 'NORMAL' },
    { sensitivity: 'LOW' },
  ]);
});

describe('notes', () => {
  it('are written, changed and deleted by the owner, and read by keys without a name', async () => {
    const { owner, accountId, site, run } = await start();
    const given = `siteId: "${site.id}", date: "2026-03-09", text: "new robots.txt"`;
    const { createNote } = await run(`mutation { createNote(${given}) { id date text by } }`);
    expect(createNote).toMatchObject({ date: '2026-03-09', text: 'new robots.txt', by: owner.email });
    const { id } = createNote;
    expect(await run(`mutation { changeNote(id: "${id}", text: " moved ") { date text } }`)).toEqual({
      changeNote: { date: '2026-03-09', text: 'moved' },
    });
    const { key } = await makeKey(gateway.db, accountId);
    const read = `{ site(id: "${site.id}") { notes(start: "2026-03-01") { id text by } } }`;
    const { data } = await askText(gateway, key, read, {});
    expect(data).toEqual({ site: { notes: [{ id, text: 'moved', by: null }] } });
    expect(await (await start()).run(`mutation { deleteNote(id: "${id}") }`)).toEqual(['NOTE_NOT_FOUND']);
    expect(await run(`mutation { deleteNote(id: "${id}") }`)).toEqual({ deleteNote: id });
    expect(await run(`mutation { deleteNote(id: "${id}") }`)).toEqual(['NOTE_NOT_FOUND']);
  });

  it.each([
    ['date: "2026-02-30", text: "x"', 'INVALID_DATE'],
    ['date: "2026-03-09", text: " "', 'INVALID_PARAMETER'],
    ['date: "2026-03-09", text: "a\\u202eb"', 'INVALID_PARAMETER'],
    [`date: "2026-03-09", text: "${'x'.repeat(501)}"`, 'INVALID_PARAMETER'],
  ])('are refused with %s', async (given, code) => {
    const { site, run } = await start();
    expect(await run(`mutation { createNote(siteId: "${site.id}", ${given}) { id } }`)).toEqual([code]);
  });
});

describe('a share link', () => {
  const both = '{ alerts { nodes { title } } notes { text } }';

  it('shows neither alerts nor notes unless it is made so, and then of its days', async () => {
    const shared = await makeShared(gateway);
    const closed = await askAs(gateway, shared.viewer, `{ site(id: "${shared.site.id}") ${both} }`);
    expect(outcomeOf(closed)).toBe('NOT_SHARED NOT_SHARED');
    const given = 'start: "2026-03-05", end: "2026-03-12", alerts: true, notes: true';
    const { owner, site, viewer } = await makeShared(gateway, given);
    await insertAlert(gateway.db, { accountId: owner.accountId, siteId: site.id }, SURGE);
    await insertAlert(
      gateway.db,
      { accountId: owner.accountId, siteId: site.id },
      { ...SURGE, subject: 'Old', title: 'before', atMs: SURGE.atMs - 20 * DAY_MS },
    );
    await ask(
      gateway,
      owner.cookie,
      `mutation {
        createNote(siteId: "${site.id}", date: "2026-03-06", text: "moved") { id }
        later: createNote(siteId: "${site.id}", date: "2026-03-13", text: "later") { id }
      }`,
    );
    const seen = await askAs(gateway, viewer, `{ site(id: "${site.id}") ${both} }`);
    expect(seen.body.data).toEqual({
      site: { alerts: { nodes: [{ title: SURGE.title }] }, notes: [{ text: 'moved' }] },
    });
    const more = await askAs(
      gateway,
      viewer,
      `{ site(id: "${site.id}") { alerts(start: "2026-03-01") { nodes { title } } } }`,
    );
    expect(outcomeOf(more)).toBe('RANGE_NOT_SHARED');
    const rules = await askAs(
      gateway,
      viewer,
      `{ site(id: "${site.id}") { alertRules { kind } mutes { subject } } }`,
    );
    expect(outcomeOf(rules)).toBe('NOT_SHARED NOT_SHARED');
    const { body } = await askAs(gateway, viewer, '{ sharedView { alerts notes } }');
    expect(body.data.sharedView).toEqual({ alerts: true, notes: true });
  });
});

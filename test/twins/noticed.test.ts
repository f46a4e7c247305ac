import { describe, expect, it } from 'vitest';
import type { NewAlert } from '../../src/domain/alert.ts';
import { insertAlert } from '../../src/queries/alerts.ts';
import { insertNote } from '../../src/queries/notes.ts';
import { NOW, startGateway } from '../support/gateway.ts';
import { makeOwner, makeSite } from '../support/makers.ts';
import { type Json, askText, inRestWords, refusals } from './support.ts';

/** What was noticed about a site and written about its days, in GraphQL and REST. */

const gateway = startGateway();
const NOW_MS = Date.parse(NOW);
const HOUR_MS = 3_600_000;

const { accountId, key } = await makeOwner(gateway.db, 'pro');
const site = await makeSite(gateway.db, accountId);
const other = await makeSite(gateway.db, accountId);

const SURGE: NewAlert = {
  ...{ kind: 'surge', subjectKind: 'bot', subject: 'GPTBot', subjects: ['GPTBot'], eventType: 'bot' },
  ...{ atMs: NOW_MS - 9 * HOUR_MS, fromMs: NOW_MS - 10 * HOUR_MS, untilMs: NOW_MS - HOUR_MS },
  ...{ unit: 'count', seen: 412, usual: [20, 60], page: '/blog', title: 'GPTBot', detail: '412 pages' },
};
const ERRORS: NewAlert = {
  ...{ kind: 'errors', subjectKind: 'all-bots', subject: '', subjects: [], eventType: 'bot' },
  ...{ atMs: NOW_MS, fromMs: NOW_MS - HOUR_MS, untilMs: null },
  ...{ unit: 'share', seen: 0.5, usual: [], page: null, title: 'Errors', detail: 'of all bots' },
};
for (const alert of [SURGE, { ...SURGE, subject: 'CCBot', atMs: SURGE.atMs - 72 * HOUR_MS }, ERRORS])
  await insertAlert(gateway.db, { accountId, siteId: site.id }, alert);
await insertAlert(gateway.db, { accountId, siteId: other.id }, ERRORS);
for (const [day, text] of [
  ['2026-03-10', 'New "prices"\nin two lines'],
  ['2026-02-28', 'é'],
] as const)
  await insertNote(gateway.db, { siteId: site.id, dayMs: Date.parse(day), text, by: 'owner@example.org' });

const FIELDS =
  'id kind at from until subjectKind subject subjects eventType unit seen usual page title detail link state';

async function graphql<Answer extends Json>(field: string): Promise<Answer> {
  const query = `query ($id: ID!) { site(id: $id) { asked: ${field} } }`;
  const { data, ...answer } = await askText<{ site: { asked: Answer } }>(gateway, key, query, {
    id: site.id,
  });
  expect(refusals(answer)).toEqual([]);
  if (!data) throw new Error('no data');
  return data.site.asked;
}

async function rest(report: string) {
  const { status, body } = await gateway.rest(`/api/v1/sites/${site.id}/${report}`, key);
  return [status, body] as const;
}

type Connection = {
  readonly nodes: readonly Record<string, Json>[];
  readonly pageInfo: { readonly endCursor: string | null };
};

describe('alerts', () => {
  it.each([
    ['alerts', 'alerts'],
    ['alerts(kind: SURGE, state: OVER)', 'alerts?kind=surge&state=over'],
    ['alerts(start: "2026-03-13", end: "2026-03-15")', 'alerts?start=2026-03-13&end=2026-03-15'],
    ['alerts(first: 1)', 'alerts?limit=1'],
  ])('%s in GraphQL are those of %s in REST', async (field, report) => {
    const { nodes, pageInfo } = await graphql<Connection>(
      `${field} { nodes { ${FIELDS} } pageInfo { endCursor } }`,
    );
    expect(nodes.length).toBeGreaterThan(0);
    const alerts = nodes.map((node) => ({ ...(inRestWords(node) as object), site_id: site.id }));
    expect(await rest(report)).toEqual([200, { alerts, next_cursor: pageInfo.endCursor }]);
  });

  it('are continued in REST where GraphQL ended', async () => {
    const { pageInfo } = await graphql<Connection>(
      'alerts(first: 2) { nodes { id } pageInfo { endCursor } }',
    );
    const [status, body] = await rest(`alerts?cursor=${pageInfo.endCursor ?? ''}`);
    expect([status, body]).toMatchObject([200, { alerts: [{ subject: 'CCBot' }], next_cursor: null }]);
  });

  it.each([
    ['limit=101', /^limit must be a whole number from 1 to 100/],
    ['kind=none', /^kind must be /],
    ['state=over&state=over', /^state /],
    ['cursor=x', /^cursor must be /],
  ])('with %s are refused', async (query, error) => {
    expect(await rest(`alerts?${query}`)).toEqual([
      400,
      { code: 'INVALID_PARAMETER', error: expect.stringMatching(error) as string },
    ]);
  });
});

describe('notes', () => {
  it.each([
    ['notes', 'notes', 2],
    ['notes(start: "2026-03-01")', 'notes?start=2026-03-01', 1],
    ['notes(end: "2026-02-27")', 'notes?end=2026-02-27', 0],
  ])('%s in GraphQL are those of %s in REST', async (field, report, length) => {
    const found = await graphql<readonly { id: string; date: string; text: string; by: null }[]>(`
      ${field}
      {
        id
        date
        text
        by
      }
    `);
    expect(found).toHaveLength(length);
    const notes = found.map(({ id, ...note }) => ({ ...note, id: Number(id.replace('note_', '')) }));
    expect(await rest(report)).toEqual([200, { notes }]);
  });
});

import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, it } from 'vitest';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { updateAll } from '../../src/operations/retrieving/robots-beat.ts';
import { updateRobots } from '../../src/operations/retrieving/update-robots.ts';
import { listRobotsVersions } from '../../src/queries/robots-versions.ts';
import { atEnd } from '../support/at-end.ts';
import { makeCertificate } from '../support/certificate.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { listenHere } from '../support/listen-here.ts';
import { makeOwner, makeSite } from '../support/makers.ts';
import { addVersion } from './support.ts';

const NOW_MS = Date.parse('2026-03-15T12:00:00Z');

/** Servers of one name, whose robots.txt a test decides, and how often it was asked for. */
async function startHost(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'beat-'));
  atEnd(async () => rm(folder, { recursive: true }));
  const { certificate, key, authority } = makeCertificate(folder, name);
  const host = { text: 'User-agent: *\nDisallow: /', requests: 0 };
  const files = { cert: readFileSync(certificate), key: readFileSync(key) };
  const server = createServer(files, (_, response) => {
    host.requests += 1;
    response.end(host.text);
  });
  const testServer = { port: await listenHere(server), authority: readFileSync(authority, 'utf8') };
  const lookup = async () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
  return { host, retrieving: { allowsPrivate: true, userAgent: 'test', lookup, testServer } };
}

it('each host is asked once for all of its sites, and nothing that fails keeps others from theirs', async () => {
  const db = openPool(await freshDatabase(), 2);
  const { host, retrieving } = await startHost('same.example');
  const { accountId } = await makeOwner(db);
  const site = (domain: string) => makeSite(db, accountId, { domain });
  const sites = [await site('same.example'), await site('other.example'), await site('same.example')];
  const full = await site('same.example');
  await addVersion(db, full.id, { sinceMs: 0, text: 'old', nowMs: NOW_MS });
  await db
    .updateTable('robots_versions')
    .set({ text: 'x'.repeat(9_999_999) })
    .execute();
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) });
  const update = async (nowMs: number) =>
    updateAll({ db, holder: 'test', log, now: () => nowMs, retrieving });
  const kept = async () =>
    Promise.all(
      sites.map(async ({ id }) => (await listRobotsVersions(db, id)).map(({ sinceMs }) => sinceMs)),
    );

  await update(NOW_MS);
  expect([host.requests, await kept()]).toEqual([1, [[NOW_MS], [], [NOW_MS]]]);
  expect(lines.map(({ msg, host: asked, siteId }) => [msg, asked ?? siteId]).toSorted()).toEqual([
    ['robots.txt not fetched', 'other.example'],
    ['robots.txt not kept', full.id],
  ]);
  await update(NOW_MS + 1);
  expect([host.requests, await kept()]).toEqual([2, [[NOW_MS], [], [NOW_MS]]]);
  host.text = '';
  await update(NOW_MS + 2);
  expect(await kept()).toEqual([[NOW_MS, NOW_MS + 2], [], [NOW_MS, NOW_MS + 2]]);
  const audit = await db.selectFrom('audit_entries').select(['action', 'made_by']).distinct().execute();
  expect(audit).toEqual(expect.arrayContaining([{ action: 'robots.create', made_by: 'server' }]));

  const same = { ...(sites[0] ?? expect.unreachable()) };
  const again = await updateRobots(byOperator(db, NOW_MS + 3), same, retrieving);
  expect(again).toMatchObject({ isNew: false, version: { number: 2, origin: 'fetched', text: '' } });
});

it('no host is asked once the server stops', async () => {
  const db = openPool(await freshDatabase(), 2);
  const { host, retrieving } = await startHost('same.example');
  const { accountId } = await makeOwner(db);
  await makeSite(db, accountId, { domain: 'same.example' });
  const log = pino({ level: 'silent' });
  await updateAll({ db, holder: 'test', log, now: () => NOW_MS, retrieving }, AbortSignal.abort());
  expect(host.requests).toBe(0);
});

import pino from 'pino';
import { expect, it } from 'vitest';
import { HOUR_MS } from '../../src/domain/time.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { startRobotsBeat, updateAll } from '../../src/operations/retrieving/robots-beat.ts';
import { updateRobots } from '../../src/operations/retrieving/update-robots.ts';
import { listVersionTimes } from '../../src/queries/robots-versions.ts';
import { atEnd } from '../support/at-end.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { makeOwner, makeSite } from '../support/makers.ts';
import { startTlsHost } from '../support/tls-host.ts';
import { addVersion } from './support.ts';

const NOW_MS = Date.parse('2026-03-15T12:00:00Z');

/** A host whose robots.txt a test decides, and how often it was asked for. */
async function startHost(name: string) {
  const host = { text: 'User-agent: *\nDisallow: /', requests: 0 };
  const asked = await startTlsHost(name, (_, response) => {
    host.requests += 1;
    response.end(host.text);
  });
  return { host, retrieving: { ...asked, allowsPrivate: true, userAgent: 'test' } };
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
      sites.map(async ({ id }) => (await listVersionTimes(db, [id])).map(({ sinceMs }) => sinceMs)),
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

it('one process asks once an hour, the first time not before its second look', async () => {
  const db = openPool(await freshDatabase(), 2);
  const { host, retrieving } = await startHost('same.example');
  const { accountId } = await makeOwner(db);
  const { id } = await makeSite(db, accountId, { domain: 'same.example' });
  const clock = { ms: NOW_MS };
  const looks = { one: 0, two: 0 };
  const begin = (holder: 'one' | 'two') => {
    const now = () => {
      looks[holder] += 1;
      return clock.ms;
    };
    const beat = startRobotsBeat({ db, holder, log: pino({ level: 'silent' }), now, retrieving, lookMs: 20 });
    atEnd(() => beat.stop());
  };
  begin('one');
  begin('two');
  await expect.poll(async () => (await listVersionTimes(db, [id])).length).toBe(1);
  // only the one that has the turn looks at the clock
  expect(Math.min(looks.one, looks.two)).toBe(0);
  const seen = Math.max(looks.one, looks.two);
  await expect.poll(() => Math.max(looks.one, looks.two)).toBeGreaterThan(seen + 3);
  expect(host.requests).toBe(1);

  host.text = '';
  clock.ms += HOUR_MS;
  await expect.poll(async () => (await listVersionTimes(db, [id])).length).toBe(2);
  expect(host.requests).toBe(2);
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

import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { crawlLine } from '../logs/memory-book.ts';
import { SELDOM, finish, useCommandLine } from './support.ts';

const { folder, ask, begin, run, serve, makeMigrated } = useCommandLine();
const EMAIL = 'owner@example.com';

beforeAll(async () => {
  await makeMigrated();
  await serve('serve');
  await ask('account', 'create', '--email', EMAIL, '--plan', 'pro');
});

async function makeSite(): Promise<string> {
  const site = await ask('site', 'create', '--account', EMAIL, '--domain', 'shop.example', '--force');
  return (site as { id: string }).id;
}

/** A crawl of a page, a second after the one before. */
function crawlOf(path: string, n: number): string {
  return crawlLine(n).replace(/GET \S+/, `GET ${path}`);
}

async function recordedPaths(siteId: string): Promise<readonly string[]> {
  const { events } = (await ask('events', '--site', siteId, '--start', '2026-01-01')) as {
    readonly events: readonly { readonly page_path: string }[];
  };
  return events.map(({ page_path }) => page_path).toSorted();
}

it('an import of logs or events leaves out what the site excludes, and says so', async () => {
  const siteId = await makeSite();
  expect(
    await run('site', 'set-exclusions', siteId, '--path', '/admin/**', '/x', '--address', '10.0.0.0/8'),
  ).toEqual({
    ...{ exitCode: 0, stderr: '', stdout: `${siteId} excludes 10.0.0.0/8, /admin/**, /x\n` },
  });
  const log = join(folder, 'import.log');
  writeFileSync(
    log,
    crawlOf('/a', 0) + crawlOf('/admin/b', 1) + crawlOf('/c', 2).replace(/^\S+/, '10.1.2.3'),
  );
  const found = { events: 1, passed_over: { excluded: 2 } };
  expect(await ask('logs', 'import', '--site', siteId, '--dry-run', log)).toMatchObject(found);
  expect(await ask('logs', 'import', '--site', siteId, log)).toMatchObject(found);

  const events = join(folder, 'events.ndjson');
  const event = (page_path: string, address = '192.0.2.1') =>
    `${JSON.stringify({ type: 'conversion', page_path, event_name: 'buy', address, created_at: '2026-03-10T12:00:00.000Z' })}\n`;
  writeFileSync(events, event('/d') + event('/x') + event('/e', '10.9.9.9'));
  expect(await run('events', 'import', '--site', siteId, events)).toMatchObject({
    ...{ exitCode: 0, stdout: 'imported 1 event (1 conversion), rejected 0 lines\n' },
    stderr: '2 events not imported: the site excludes them\n',
  });
  expect(await recordedPaths(siteId)).toEqual(['/a', '/d']);
});

it('a follower that runs leaves out what is excluded from then on', async () => {
  const siteId = await makeSite();
  const log = join(folder, 'follow.log');
  writeFileSync(log, crawlOf('/a', 0) + crawlOf('/b', 1));
  const child = begin({}, 'logs', 'follow', '--site', siteId, log);
  const finished = finish(child);
  const untilRecorded = () =>
    expect
      .poll(() => ask('logs', 'import', '--site', siteId, '--dry-run', log), SELDOM)
      .toMatchObject({ lines: 0 });
  await untilRecorded();
  await ask('site', 'set-exclusions', siteId, '--path', '/a');
  appendFileSync(log, crawlOf('/a', 2) + crawlOf('/c', 3));
  await untilRecorded();
  await ask('site', 'set-exclusions', siteId);
  appendFileSync(log, crawlOf('/a', 4));
  await untilRecorded();
  child.kill('SIGTERM');

  expect(await finished).toMatchObject({ exitCode: 0, stdout: 'recorded 4 events (4 bot visits)\n' });
  expect(await recordedPaths(siteId)).toEqual(['/a', '/a', '/b', '/c']);
});

it('what cannot be excluded is refused', async () => {
  const siteId = await makeSite();
  const { exitCode, stderr } = await run('site', 'set-exclusions', siteId, '--address', 'shop.example');
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('must be addresses such as 203.0.113.7')]);
});

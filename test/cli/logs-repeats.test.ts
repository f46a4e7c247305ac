import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { useCommandLine } from './support.ts';

const { folder, ask, run, runWith, holdMigrated } = useCommandLine();

beforeAll(async () => {
  await holdMigrated();
});

/** Visits of GPTBot with these numbers, as Cloudflare logs them. */
function visits(from: number, until: number): string {
  return Array.from({ length: until - from }, (_, n) => {
    const request = {
      ClientRequestMethod: 'GET',
      ClientRequestURI: `/${from + n}`,
      ClientRequestUserAgent: 'GPTBot/1.2',
    };
    const RayID = (from + n).toString(16).padStart(16, '0');
    return `${JSON.stringify({ EdgeStartTimestamp: '2026-03-01T10:00:00Z', ...request, RayID })}\n`;
  }).join('');
}

it('records what two logs have in common once, also in a month that is full, and says what was left out', async () => {
  const account = ['--account', 'owner@example.com'];
  await ask('account', 'create', '--email', 'owner@example.com', '--plan', 'free');
  const site = (await ask('site', 'create', ...account, '--domain', 'shop.example')) as { id: string };
  const logs = mkdtempSync(join(folder, 'logs-'));
  const logOf = (from: number, until: number) => {
    const path = join(logs, `${from}-${until}`);
    writeFileSync(path, visits(from, until));
    return path;
  };
  const [first, second, third] = [logOf(0, 5), logOf(3, 8), logOf(2, 9)];
  const env = { FREE_EVENTS_PER_MONTH: '8' };
  const importing = ['logs', 'import', '--site', site.id];
  const importInto = async (...args: readonly string[]) =>
    JSON.parse((await runWith({ env }, ...importing, '--json', ...args)).stdout) as unknown;

  expect(await importInto(first)).toMatchObject({ events: 5, passed_over: {} });
  const repeats = { events: 3, lines: 5, passed_over: { 'repeated-request': 2 } };
  expect(await importInto('--dry-run', second)).toMatchObject(repeats);
  expect(await importInto(second)).toMatchObject(repeats);
  expect(await importInto(second)).toMatchObject({ events: 0, lines: 0 });
  const full = await runWith({ env }, ...importing, third);
  expect(full).toMatchObject({ exitCode: 1, stdout: '' });
  expect(full.stderr).toContain('1 event from line 7 of');

  expect(await run('verify')).toMatchObject({ exitCode: 0 });
});

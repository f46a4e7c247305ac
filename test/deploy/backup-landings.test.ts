import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { realpathSync } from 'node:fs';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrator.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { createAttribution } from '../../src/operations/recording/attribution.ts';
import { recordEvents } from '../../src/operations/recording/record-events.ts';
import { conversion, makeOwner, makeSite, referral } from '../support/makers.ts';
import { blocksBelow } from '../support/page.ts';
import { findPostgres } from '../support/postgres-programs.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';

const NOW = '2026-03-15T12:34:56.789Z';

/** A visitor comes from ChatGPT and converts; what is then stored of the visitor. */
async function recordVisitor(db: Database, pagePath: string) {
  const now = () => Date.parse(NOW);
  const { accountId } = await makeOwner(db);
  const site = { ...(await makeSite(db, accountId)), plan: 'pro', accountCreatedAtMs: 0 } as const;
  const attribution = createAttribution({ db, minutes: 30, now, by: 'server' });
  const recorder = { db, slot: 0, now, plans: DEFAULT_PLANS, attribution };
  const client = randomUUID();
  await recordEvents(recorder, site, [referral(NOW, { client }), conversion(NOW, { client, pagePath })]);
  const { rows } = await sql<{ secret: string; client: string }>`
    select secret, client::text as client from landings, visitor_secrets`.execute(db);
  expect(rows).toHaveLength(1);
  const [{ secret, client: key } = { secret: '', client: '0' }] = rows;
  return { secret, key };
}

async function bash(folder: string, commands: string, url: string): Promise<string> {
  const { PATH = '' } = process.env;
  const options = {
    cwd: folder,
    env: { PATH: [findPostgres() ?? '', PATH].join(delimiter), DATABASE_URL: url },
  };
  return (await promisify(execFile)('bash', ['-e', '-c', commands], { ...options, maxBuffer: 2 ** 28 }))
    .stdout;
}

const WAL_PAGE_BYTES = 8192;
const WAL_HEADER_BYTES = 24;

/** A segment of the write-ahead log without the headers of its pages, which cut what goes over the end of one. */
function recordsOf(segment: Buffer): Buffer {
  const pages = Array.from({ length: segment.length / WAL_PAGE_BYTES }, (_, page) =>
    segment.subarray(page * WAL_PAGE_BYTES + WAL_HEADER_BYTES, (page + 1) * WAL_PAGE_BYTES),
  );
  return Buffer.concat(pages);
}

/** Whether bytes have a text, or a key as the database stores it. */
function hasText(bytes: Buffer, text: string): boolean {
  return bytes.includes(text);
}

function hasKey(bytes: Buffer, key: string): boolean {
  const stored = Buffer.alloc(8);
  stored.writeBigInt64LE(BigInt(key));
  return bytes.includes(stored);
}

describeWithPostgres('backups of PostgreSQL, by the documented commands', () => {
  it('have the product of a conversion, and nothing of how its visitor was recognised', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const db = openDatabase({ connection: { url: server.url }, poolSize: 2, statementTimeoutMs: 30_000 });
    onTestFinished(() => db.destroy());
    await migrate(db);
    const pagePath = `/thanks-${randomUUID()}`;
    const { secret, key } = await recordVisitor(db, pagePath);
    const folder = mkdtempSync(join(tmpdir(), 'site-traffic-backup-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [block = ''] = blocksBelow('docs/backup.md', 'PostgreSQL', 'sh');
    const [backUp = ''] = block.split('\n\n');
    const textOfDump = () => bash(folder, 'pg_restore --file=- site-traffic.dump', server.url);

    await bash(folder, backUp, server.url);
    const dump = await textOfDump();
    await bash(folder, backUp.replace(' --no-unlogged-table-data', ''), server.url);
    const fullDump = await textOfDump();

    const found = (text: string) => [pagePath, 'chatgpt', secret, key].map((one) => text.includes(one));
    expect(found(dump)).toEqual([true, true, false, false]);
    expect(found(fullDump)).toEqual([true, true, true, true]);

    // the write-ahead log, which is archived and sent to standbys, and a base backup
    const { rows } = await sql<{ folder: string }>`select setting as folder from pg_settings
      where name = 'data_directory'`.execute(db);
    const data = rows[0]?.folder ?? '';
    await sql`checkpoint`.execute(db);
    const written = readdirSync(join(data, 'pg_wal'), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => recordsOf(readFileSync(join(data, 'pg_wal', name))));
    // Debian's program in PATH is a script
    const program = join(dirname(realpathSync(join(findPostgres() ?? '', 'postgres'))), 'pg_basebackup');
    const base = `${program} --dbname="$DATABASE_URL" --pgdata=base --checkpoint=fast --no-sync --wal-method=none`;
    await bash(folder, base, server.url);
    const copied = readdirSync(join(folder, 'base'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
    for (const bytes of [Buffer.concat(written), Buffer.concat(copied)])
      expect([hasText(bytes, pagePath), hasText(bytes, secret), hasKey(bytes, key)]).toEqual([
        true,
        false,
        false,
      ]);
  });
});

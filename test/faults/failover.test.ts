import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrator.ts';
import { requireKeptStatements } from '../../src/database/pooler.ts';
import { type Backend, makeBackend, purchases } from '../collect/support.ts';
import { countStored } from '../queries/support.ts';
import { atEnd } from '../support/at-end.ts';
import { onCitus, onPostgres } from '../support/fresh-database.ts';
import { startGateway } from '../support/gateway.ts';
import { PATIENTLY } from '../support/patience.ts';
import { findPostgres } from '../support/postgres-programs.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';

const RECORDERS = 4;
const SETTINGS = ['synchronous_commit=on'];

describe.runIf(onPostgres && !onCitus && findPostgres() !== undefined)('a primary and its standby', () => {
  it(
    'change places while events are recorded, and nothing acknowledged is lost or doubled',
    { timeout: 120_000 },
    async () => {
      const { primary, standby, url } = await startPair();
      await requireKeptStatements(url);
      const db = open(url);
      const backend = await makeBackend(startGateway({ db }));
      const recorder = startRecorders(backend);
      await vi.waitUntil(() => recorder.acknowledged() >= 3 * RECORDERS, PATIENTLY);

      await primary.stop();
      await expect(requireKeptStatements(url)).rejects.toThrow(
        /^no host of DATABASE_URL accepts writes \(127\.0\.0\.1:\d+: .*accepts no writes; 127\.0\.0\.1:\d+: /,
      );
      await sql`select pg_promote()`.execute(open(standby.url));
      const before = recorder.acknowledged();
      await vi.waitUntil(() => recorder.acknowledged() >= before + 3 * RECORDERS, PATIENTLY);
      await recorder.stop();

      const events = recorder.acknowledged();
      expect(await countStored(db, backend.site.id)).toEqual({
        events,
        inDays: events,
        inBuckets: events,
      });
    },
  );
});

/** The standby comes first in the address. What the primary commits, the standby has. */
async function startPair(): Promise<{ primary: PostgresServer; standby: PostgresServer; url: string }> {
  const primary = await startPostgres(SETTINGS);
  atEnd(primary.stop);
  const db = open(primary.url);
  await migrate(db);
  const standby = await startPostgres(SETTINGS, primary.url);
  atEnd(standby.stop);
  await sql`alter system set synchronous_standby_names = '*'`.execute(db);
  await sql`select pg_reload_conf()`.execute(db);
  await db.destroy();
  const [first, second] = [new URL(standby.url), new URL(primary.url)];
  const url = `postgres://postgres@${first.host},${second.host}/postgres?target_session_attrs=read-write`;
  return { primary, standby, url };
}

function open(url: string): Database {
  const db = openDatabase({ connection: { url }, poolSize: 4, statementTimeoutMs: 5_000 });
  atEnd(() => db.destroy());
  return db;
}

/** Backends that repeat each event until it is acknowledged, and then send the next. */
function startRecorders({ send }: Backend) {
  let acknowledged = 0;
  let isStopped = false;
  const record = async (_: unknown, recorder: number) => {
    for (let n = 0; !isStopped; n++) {
      const again = () => send(purchases(1, `${recorder}-${n}-`), { idempotencyKey: `${recorder}-${n}` });
      for (let answer = await again(); answer.status !== 200; answer = await again())
        expect([500, 503]).toContain(answer.status);
      acknowledged++;
    }
  };
  const recording = Promise.all(Array.from({ length: RECORDERS }, record));
  return {
    acknowledged: () => acknowledged,
    stop: async () => {
      isStopped = true;
      await recording;
    },
  };
}

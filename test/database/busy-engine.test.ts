import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';

it('a connection to the embedded database waits while the engine is busy, for half a minute at least', async () => {
  const socketFolder = mkdtempSync(join(tmpdir(), 'busy-engine-'));
  const engine = createServer((socket) => sockets.push(socket)).listen(join(socketFolder, '.s.PGSQL.5432'));
  const sockets: { destroy: () => void }[] = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const db = openDatabase({ connection: { socketFolder }, poolSize: 1, statementTimeoutMs: 1 });
  onTestFinished(async () => {
    vi.useRealTimers();
    for (const socket of sockets) socket.destroy();
    engine.close();
    await db.destroy();
    rmSync(socketFolder, { recursive: true });
  });

  const asked = sql`select 1`.execute(db).then(String, String);
  await once(engine, 'connection');
  await vi.advanceTimersByTimeAsync(30_000);

  expect(await Promise.race([asked, Promise.resolve('it waits')])).toBe('it waits');
});

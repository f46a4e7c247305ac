import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';
import { findIncarnation } from '../../src/queries/usage.ts';
import { PATIENTLY } from '../support/patience.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';

describeWithPostgres('a PostgreSQL server', () => {
  it('is another one after a crash, which may have lost reservations', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const db = openDatabase({ connection: { url: server.url }, poolSize: 2, statementTimeoutMs: 30_000 });
    onTestFinished(() => db.destroy());
    const first = await findIncarnation(db);
    expect(await findIncarnation(db)).toBe(first);

    await server.restart(() => Promise.resolve());

    const now = () => findIncarnation(db).catch(() => first);
    await expect.poll(now, PATIENTLY).not.toBe(first);
  });
});

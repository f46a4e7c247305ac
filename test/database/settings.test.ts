import { expect, it } from 'vitest';
import { DatabaseClient } from '../../src/database/client.ts';
import { freshDatabase, onPostgres } from '../support/fresh-database.ts';

it.runIf(onPostgres)(
  'a connection lacks the settings that the server refuses, and has the others',
  async () => {
    const connection = await freshDatabase();
    const client = new DatabaseClient({
      connectionString: 'url' in connection ? connection.url : '',
      sessionSettings: { statement_timeout: 1_234 },
      settingsIfPossible: { no_such_setting: 1 },
    });
    await client.connect();

    const { rows } = await client.query(`select current_setting('statement_timeout') as longest`);

    expect(rows).toEqual([{ longest: '1234ms' }]);
    await client.end();
  },
);

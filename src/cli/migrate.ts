import type { Command } from 'commander';
import { requireCoordinator } from '../database/cluster.ts';
import { migrate } from '../database/migrator.ts';
import { findLikeAddresses } from '../operations/owner/like-addresses.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { connect, orUnusable } from '../serving/connect.ts';
import { COMMAND_STATEMENT_MS } from './with-database.ts';
import { likeAddressesLines, likeAddressesValue } from './like-addresses.ts';
import { print } from './output.ts';
import type { Shell } from './shell.ts';

/** `migrate`. */
export function addMigrateCommand(program: Command, shell: Shell): void {
  addCommand(program, 'migrate', {
    summary: 'create or update the database schema',
    example: 'migrate',
    remarks:
      'Applies the missing migrations in order, then builds the missing indexes. It is safe to run it in several processes at once. Afterwards it lists accounts whose e-mail addresses look alike.',
  }).action(async ({ json }: CommonOptions) => {
    const config = shell.readConfig();
    const { db, close } = await connect(config, {
      own: false,
      longestStatementMs: COMMAND_STATEMENT_MS,
    });
    try {
      const applied = await orUnusable(config, async () => {
        await requireCoordinator(db);
        return migrate(db);
      });
      const found = await findLikeAddresses(db);
      // capitals are news only when the rule changes
      const like = applied.includes('0017-addresses') ? found : { ...found, capitals: [] };
      const done = applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['nothing to apply'];
      const value = { applied, addresses: likeAddressesValue(like) };
      print(shell, { value, lines: [...done, ...likeAddressesLines(like)] }, json);
    } finally {
      await close();
    }
  });
}

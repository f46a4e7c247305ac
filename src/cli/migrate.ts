import type { Command } from 'commander';
import { requireCoordinator } from '../database/cluster.ts';
import { migrate } from '../database/migrator.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { COMMAND_STATEMENT_MS, connect, orUnusable } from './connect.ts';
import { print } from './output.ts';
import type { Shell } from './shell.ts';

/** `migrate`. */
export function addMigrateCommand(program: Command, shell: Shell): void {
  addCommand(program, 'migrate', {
    summary: 'create or update the database schema',
    example: 'migrate',
    remarks: 'Applies the missing migrations in order. It is safe to run it in several processes at once.',
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
      const lines = applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['nothing to apply'];
      print(shell, { value: { applied }, lines }, json);
    } finally {
      await close();
    }
  });
}

import type { Command } from 'commander';
import { counted } from '../domain/counted.ts';
import { createSecrets } from '../domain/secrets.ts';
import { changeSecretsKey } from '../operations/upkeep/stored-secrets.ts';
import { openSecrets, replaceOwnKey } from '../serving/open-secrets.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { CommandFailure, NegativeAnswer, WRONG_USAGE } from './failures.ts';
import { columns, print } from './output.ts';
import type { Shell } from './shell.ts';
import { withDatabase } from './with-database.ts';

/** `secrets change-key`. */
export function addSecretsCommands(program: Command, shell: Shell): void {
  const secrets = program
    .command('secrets')
    .description('manage the key that encrypts secrets in the database');
  addCommand(secrets, 'change-key', {
    summary: 'encrypt all stored secrets with the key of SECRETS_KEY_NEW',
    example: 'secrets change-key',
    remarks:
      'SECRETS_KEY has the old key. If the command is interrupted, run it again. Then set SECRETS_KEY to the new key, unset SECRETS_KEY_NEW, and restart the servers: until then they cannot read these secrets, and answer signed batches with 503, so that senders repeat them. Where the key is the file secrets.key of the embedded database, the command replaces it. Exits with 1 if a secret cannot be read; it stays as it is.',
  }).action(async ({ json }: CommonOptions) => {
    const config = shell.readConfig();
    const key = config.newSecretsKey;
    if (key === undefined)
      throw new CommandFailure('the new key is missing; set SECRETS_KEY_NEW', { exitCode: WRONG_USAGE });
    const { changed, unread } = await withDatabase(config, async (db) => {
      const done = await changeSecretsKey(db, { from: openSecrets(config), to: createSecrets(key) });
      if (done.unread.length === 0) replaceOwnKey(config, key);
      return done;
    });
    const lines = [
      `${counted(changed, 'secret')} encrypted with the key of SECRETS_KEY_NEW`,
      ...unread.map(({ what, reason }) => columns('problem', what, reason)),
    ];
    print(shell, { value: { changed, unreadable: unread }, lines }, json);
    if (unread.length > 0) throw new NegativeAnswer();
  });
}

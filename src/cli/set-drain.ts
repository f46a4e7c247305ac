import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { setDrain, shownDrain } from '../operations/owner/drains.ts';
import { byOperator } from '../operations/owner/in-account.ts';
import type { ApiKey } from '../operations/owner/keys.ts';
import { openSecrets } from '../serving/open-secrets.ts';
import { parseKeyOption } from './arguments.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { CommandFailure, WRONG_USAGE, reasonOf } from './failures.ts';
import { columns, print } from './output.ts';
import type { Shell } from './shell.ts';
import { withDatabase } from './with-database.ts';

type DrainOptions = CommonOptions & {
  readonly key: number;
  readonly signatureSecretFile?: string;
  readonly verifyCode?: string;
  readonly audience?: string;
};

/** `sources set`. */
export function addSetDrain(sources: Command, shell: Shell): void {
  addCommand(sources, 'set', {
    summary: 'set how the senders of a drain prove who they are',
    example: 'sources set --key 7 --signature-secret-file vercel.secret --verify-code 1a2b3c',
    remarks:
      'Sets all of it at once: what is left out is off from then on. The secret is read from a file, so that it is in no list of processes; it is stored encrypted, which needs SECRETS_KEY, and never shown.',
  })
    .requiredOption('--key <id>', 'the number of a key with --scope drain', parseKeyOption)
    .option(
      '--signature-secret-file <file>',
      'a file with the secret with which the sender signs its batches',
    )
    .option('--verify-code <code>', 'the code that the sender wants in each answer')
    .option('--audience <audience>', 'the audience (aud) of the JWTs with which the sender signs in')
    .action(async ({ json, key, signatureSecretFile, verifyCode, audience }: DrainOptions) => {
      const config = shell.readConfig();
      const signatureSecret =
        signatureSecretFile === undefined ? undefined : await readSecret(signatureSecretFile);
      const given = { signatureSecret, verifyCode, audience };
      const changed = await withDatabase(config, (db) =>
        setDrain(byOperator(db, shell.now()), key, given, openSecrets(config)),
      );
      print(shell, answerOf(changed), json);
    });
}

/** What `key list --json` shows of the senders. */
export function drainValue({ isSigned, verifyCode, audience }: NonNullable<ApiKey['drain']>) {
  return { signed: isSigned, verify_code: verifyCode, audience };
}

function answerOf({ id, name, reach: { siteId }, drain }: ApiKey) {
  const lines = drain === null ? [] : [columns(id, name, shownDrain(drain))];
  return { value: { id, name, site: siteId, ...(drain && drainValue(drain)) }, lines };
}

/** The text of a file, without the line break at its end. */
async function readSecret(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } catch (cause) {
    throw new CommandFailure(`cannot read the secret: ${reasonOf(cause)}`, { exitCode: WRONG_USAGE, cause });
  }
}

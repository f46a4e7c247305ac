import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Database, chooseSlot } from '../database/database.ts';
import { migrate } from '../database/migrator.ts';
import { invitationLink } from '../operations/owner/invitations.ts';
import { type Attribution, createAttribution } from '../operations/recording/attribution.ts';
import { readServerConfig } from '../serving/request-rules.ts';
import { serveUntilStopped } from '../serving/serve-until-stopped.ts';
import type { Config } from '../settings/config.ts';
import { type CommonOptions, addCommand } from './command.ts';
import type { DemoParts } from './demo/demo-parts.ts';
import { keepLink } from './demo/demo-link.ts';
import { type Demo, prepareDemo } from './demo/demo.ts';
import { demoLines } from './demo/demo-lines.ts';
import { note, print } from './output.ts';
import { type ServeOptions, addListenOptions, serve, withListenOptions } from './serve.ts';
import type { Shell } from './shell.ts';

/** `start`, the command of `npm start`. */
export function addStartCommand(program: Command, shell: Shell): void {
  const command = addCommand(program, 'start', {
    summary: 'serve the embedded database with a demo site; both are created if missing',
    example: 'start',
    remarks:
      'With DATABASE_URL it is the same as "serve". Otherwise it migrates the embedded database in DATA_DIR, creates an account demo@example.com with 90 days of made-up traffic once, adds the traffic since the last start, and prints requests to try.',
  });
  addListenOptions(command).action(async (options: ServeOptions) => {
    const config = withListenOptions(await readServerConfig(shell.readConfig), options);
    return config.databaseUrl === undefined ? start(shell, config, options) : serve(shell, config, options);
  });
}

function start(shell: Shell, config: Config, { json }: CommonOptions): Promise<void> {
  const folder = resolve(config.dataDir);
  note(shell, `opening the embedded database in ${folder}`);
  // On a terminal the log of each request would run through the text that is printed for a newcomer.
  const logLevel = config.logLevel ?? (shell.stderr.isTTY === true ? 'warn' : 'info');
  const parts = {
    ...{ slot: chooseSlot(), now: shell.now, plans: config.plans, folder },
    note: (message: string) => note(shell, message),
  };
  return serveUntilStopped(
    shell,
    { ...config, logLevel },
    {
      prepare: (db, stop) => prepare({ ...parts, db, stop, attribution: attributionOf(config, db, shell) }),
      announce: ({ url, publicUrl }, demo) => {
        const onTerminal = shell.stdout.isTTY === true;
        const shown = demo && { ...demo, ...keepLink(folder, invitationLink(publicUrl, demo.invitation)) };
        const lines = [`listening on ${url}`, ...(shown ? demoLines(url, shown, onTerminal) : [])];
        const { siteId = null, keyFile = null, linkFile = null } = shown ?? {};
        const value = { url, site: siteId, key_file: keyFile, link_file: linkFile };
        print(shell, { value, lines }, json);
      },
    },
  );
}

function attributionOf({ attributionMinutes: minutes }: Config, db: Database, { now }: Shell): Attribution {
  return createAttribution({ db, minutes, now, by: 'import' });
}

async function prepare(parts: DemoParts): Promise<Demo | undefined> {
  parts.stop.throwIfAborted();
  const applied = await migrate(parts.db);
  if (applied.length > 0) parts.note(`migrated: ${applied.join(', ')}`);
  return prepareDemo(parts);
}

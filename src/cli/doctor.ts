import { counted } from '../domain/counted.ts';
import type { Command } from 'commander';
import { requireCoordinator } from '../database/cluster.ts';
import { type Checkup, checkUp } from '../operations/upkeep/checkup.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { connect, orUnusable } from '../serving/connect.ts';
import { COMMAND_STATEMENT_MS, requireDataFolder } from './with-database.ts';
import { NegativeAnswer } from './failures.ts';
import { columns, print } from './output.ts';
import type { Shell } from './shell.ts';

type Check = { readonly check: string; readonly ok: boolean; readonly detail: string };

/** `doctor`. */
export function addDoctorCommand(program: Command, shell: Shell): void {
  addCommand(program, 'doctor', {
    summary: 'check the database, and name the sites that cannot be reached',
    example: 'doctor',
    remarks:
      'Checks that the database answers, has all migrations and accepts writes. On a Citus cluster it also checks each node, and lists the sites of those that do not answer. Exits with 1 if a check fails.',
  }).action(async ({ json }: CommonOptions) => {
    const config = shell.readConfig();
    requireDataFolder(config);
    const { db, close } = await connect(config, { own: false, longestStatementMs: COMMAND_STATEMENT_MS });
    try {
      const found = await orUnusable(config, async () => {
        await requireCoordinator(db);
        return checkUp(db);
      });
      const checks = checksOf(found, shell.command);
      const sites = found.sitesAway.map(({ siteId, domain, host, port }) => {
        return { site: siteId, domain, node: `${host}:${port}` };
      });
      const lines = [
        ...checks.map(({ check, ok, detail }) => columns(ok ? 'ok' : 'failed', check, detail)),
        ...sites.map(({ site, domain, node }) => columns('failed', site, `${domain} is on ${node}`)),
      ];
      print(shell, { value: { checks, sites }, lines }, json);
      if (checks.some(({ ok }) => !ok)) throw new NegativeAnswer();
    } finally {
      await close();
    }
  });
}

function checksOf({ pending, isReadOnly, nodes }: Checkup, command: string): readonly Check[] {
  return [
    { check: 'database', ok: true, detail: 'answers' },
    {
      check: 'schema',
      ok: pending.length === 0,
      detail:
        pending.length === 0
          ? 'has all migrations'
          : `lacks ${counted(pending.length, 'migration')}; run: ${command} migrate`,
    },
    { check: 'writes', ok: !isReadOnly, detail: isReadOnly ? 'the database is read-only' : 'accepted' },
    ...nodes.map(({ host, port, answers }) => ({
      check: `node ${host}:${port}`,
      ok: answers,
      detail: answers ? 'answers' : 'does not answer; its sites can neither be read nor recorded to',
    })),
  ];
}

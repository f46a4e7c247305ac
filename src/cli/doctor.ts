import { counted } from '../domain/counted.ts';
import type { Command } from 'commander';
import { requireCoordinator } from '../database/cluster.ts';
import type { Database } from '../database/database.ts';
import { type Checkup, checkUp } from '../operations/upkeep/checkup.ts';
import { readSecrets } from '../operations/upkeep/stored-secrets.ts';
import type { Check } from '../serving/checks/check.ts';
import { adviseOnDatabase } from '../serving/checks/database-advice.ts';
import { checkCountries } from '../serving/checks/check-countries.ts';
import { checkFiles } from '../serving/checks/check-files.ts';
import { checkPublicUrl } from '../serving/checks/check-public-url.ts';
import { checkRedisUrl } from '../serving/checks/check-redis.ts';
import { connect, orUnusable, requireWhole } from '../serving/connect.ts';
import { openKnownSecrets } from '../serving/open-secrets.ts';
import { readServerConfig } from '../serving/request-rules.ts';
import type { Config } from '../settings/config.ts';
import { asTyped } from './as-typed.ts';
import { checkRetrieved } from './check-retrieved.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { requireDataFolder } from './with-database.ts';
import { NegativeAnswer, reasonOf } from './failures.ts';
import { columns, print } from './output.ts';
import type { Shell } from './shell.ts';

/** `doctor`. */
export function addDoctorCommand(program: Command, shell: Shell): void {
  addCommand(program, 'doctor', {
    summary: 'check the database and what the settings name, and say what to do',
    example: 'doctor',
    remarks:
      'Checks that the database answers, has all migrations and accepts writes; that the Redis server of REDIS_URL can be used; that the files that settings name can be read, and how old the country database is; and that PUBLIC_URL leads to this service. Names the sites whose robots.txt or sitemap is not fetched although ROBOTS_UPDATE or SITEMAP_UPDATE is yes. Warns if the embedded database holds more than it is made for. On a Citus cluster it also checks each node, and lists the sites of those that do not answer. Each line begins with ok, warning or problem. Exits with 1 if there is a problem.',
  }).action(async ({ json }: CommonOptions) => {
    const config = await readServerConfig(shell.readConfig);
    const [{ checks: ofDatabase, sitesAway }, ...others] = await Promise.all([
      checkDatabase(config, shell.now()),
      checkRedisUrl(config),
      checkFiles(config),
      checkCountries(config, shell.now()),
      checkPublicUrl(config),
    ]);
    const checks = [...ofDatabase, ...others.flat()].map((one) => {
      return { ...one, detail: asTyped(shell, one.detail) };
    });
    const sites = sitesAway.map(({ siteId, domain, host, port }) => {
      return { site: siteId, domain, node: `${host}:${port}` };
    });
    const lines = [
      ...checks.map(({ check, state, detail }) => columns(state, check, detail)),
      ...sites.map(({ site, domain, node }) => columns('problem', site, `${domain} is on ${node}`)),
    ];
    print(shell, { value: { checks: checks.map(checkValue), sites }, lines }, json);
    if (checks.some(isProblem)) throw new NegativeAnswer();
  });
}

type CheckedDatabase = { readonly checks: readonly Check[]; readonly sitesAway: Checkup['sitesAway'] };

/** A database that cannot be used is reported as a problem, and the other checks go on. */
async function checkDatabase(config: Config, nowMs: number): Promise<CheckedDatabase> {
  try {
    requireDataFolder(config);
    const { db, close } = await connect(config, { own: false });
    try {
      const found = await orUnusable(config, async () => {
        await requireCoordinator(db);
        return checkUp(db);
      });
      await requireWhole(config, db);
      const isReadable = found.pending.length === 0 && found.sitesAway.length === 0;
      const ofSecrets = found.pending.length === 0 ? await checkSecrets(config, db) : [];
      const retrieved = isReadable ? await checkRetrieved(config, db, nowMs) : [];
      return { checks: [...checksOf(found), ...ofSecrets, ...retrieved], sitesAway: found.sitesAway };
    } finally {
      await close();
    }
  } catch (cause) {
    // what is wrong with an embedded database says what to do
    const advice = config.databaseUrl === undefined ? undefined : adviseOnDatabase(cause);
    const detail = [reasonOf(cause), ...(advice ? [advice] : [])].join('; ');
    return { checks: [{ check: 'database', state: 'problem', detail }], sitesAway: [] };
  }
}

/** Whether the secrets in the database can be read; nothing if it has none. */
async function checkSecrets(config: Config, db: Database): Promise<readonly Check[]> {
  const { stored, unread } = await readSecrets(db, openKnownSecrets(config));
  const [first] = unread;
  if (stored === 0) return [];
  if (first === undefined)
    return [{ check: 'secrets', state: 'ok', detail: `${counted(stored, 'secret')} can be read` }];
  const others = unread.length === 1 ? '' : `, nor can ${counted(unread.length - 1, 'other')}`;
  return [
    {
      ...{ check: 'secrets', state: 'problem' },
      detail: `${first.what} cannot be read${others}: ${first.reason}; set SECRETS_KEY to the key that they were stored with, or store them again`,
    },
  ];
}

const READ_ONLY =
  'the database is read-only; if it is a standby, write the address of the primary to DATABASE_URL, or all hosts with target_session_attrs=read-write; otherwise turn off default_transaction_read_only';

function checksOf({ pending, isReadOnly, nodes, outgrown }: Checkup): readonly Check[] {
  return [
    { check: 'database', state: 'ok', detail: 'answers' },
    pending.length === 0
      ? { check: 'schema', state: 'ok', detail: 'has all migrations' }
      : {
          ...{ check: 'schema', state: 'problem' },
          detail: `lacks ${counted(pending.length, 'migration')}; run: site-traffic migrate`,
        },
    isReadOnly
      ? { check: 'writes', state: 'problem', detail: READ_ONLY }
      : { check: 'writes', state: 'ok', detail: 'accepted' },
    ...nodes.map(({ host, port, answers }): Check => {
      const check = `node ${host}:${port}`;
      if (answers) return { check, state: 'ok', detail: 'answers' };
      return {
        ...{ check, state: 'problem' },
        detail: 'does not answer; its sites can neither be read nor recorded to',
      };
    }),
    ...(outgrown ? [sizeCheck(outgrown)] : []),
  ];
}

function sizeCheck({ events, sites }: NonNullable<Checkup['outgrown']>): Check {
  const held = `${counted(events, 'event')} of ${counted(sites, 'site')}`;
  return {
    ...{ check: 'size', state: 'warning' },
    detail: `${held} are more than the embedded database is made for, so readers may wait for each other; copy it to PostgreSQL with: site-traffic database copy --to ADDRESS (docs/embedded-to-postgresql.md)`,
  };
}

function isProblem({ state }: Check): boolean {
  return state === 'problem';
}

function checkValue(one: Check) {
  const { check, state, detail } = one;
  return { check, state, ok: !isProblem(one), detail };
}

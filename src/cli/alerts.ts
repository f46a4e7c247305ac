import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { counted } from '../domain/counted.ts';
import { ALL_TIME, parseDateRange } from '../domain/date-range.ts';
import { formatInstant } from '../domain/time.ts';
import { checkForAlerts } from '../operations/alerting/alerting.ts';
import { replayAlerts } from '../operations/alerting/replay.ts';
import { siteAlerts } from '../operations/reading/alerts.ts';
import { site as findSite } from '../operations/reading/sites.ts';
import { requireSite } from '../operations/require-site.ts';
import type { SiteFailed } from '../operations/upkeep/due-sites.ts';
import { catalogueOf } from '../serving/open-catalogue.ts';
import { alertObject, replayedObject } from '../wire/alerts.ts';
import { SITE } from './arguments.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { NegativeAnswer, reasonOf } from './failures.ts';
import { columns, note, print } from './output.ts';
import { readSite } from './reading/read-site.ts';
import type { Shell } from './shell.ts';
import { withDatabase } from './with-database.ts';

type RangeOptions = CommonOptions & { readonly site: string; readonly start?: string; readonly end?: string };

/** `alerts list`, `check`, `replay`. */
export function addAlertsCommands(program: Command, shell: Shell): void {
  const alerts = program
    .command('alerts')
    .description('show what was noticed about sites, and look for it now');
  addListCommand(alerts, shell);
  addCheckCommand(alerts, shell);
  addReplayCommand(alerts, shell);
}

/** The newest are enough for people; programs may read them all from the API. */
const MOST_SHOWN = 100;

function addListCommand(alerts: Command, shell: Shell): void {
  addCommand(alerts, 'list', {
    summary: 'list the alerts of a site, newest first',
    example: 'alerts list --site www.example.com',
    remarks: `The newest ${MOST_SHOWN} are shown.`,
  })
    .requiredOption('--site <site>', SITE)
    .option('--start <date>', 'the first UTC day on which they were raised (default: all that are kept)')
    .option('--end <date>', 'the last UTC day')
    .action((options: RangeOptions) =>
      readSite(shell, options, async (ctx, siteId) => {
        const { start, end } = options;
        const page = await siteAlerts(ctx, await findSite(ctx, siteId), { start, end, limit: MOST_SHOWN });
        const value = page.items.map((alert) => alertObject(alert, ctx));
        const label = value.length === 0 ? 'nothing was noticed' : undefined;
        print(shell, { value, label, lines: value.map(lineOf) }, options.json);
      }),
    );
}

type Shown = Pick<ReturnType<typeof alertObject>, 'at' | 'kind' | 'title' | 'detail'>;

function lineOf({ at, kind, title, detail }: Shown): string {
  return columns(at, kind, `${title}. ${detail}`);
}

const WAIT_MS = 1_000;

function addCheckCommand(alerts: Command, shell: Shell): void {
  addCommand(alerts, 'check', {
    summary: 'look now for what a server looks for once an hour',
    example: 'alerts check --site www.example.com',
    remarks:
      'New bots of today are raised at once, and not after midnight. It waits while a server looks. Exits with 1 if a site could not be looked at.',
  })
    .option('--site <site>', `${SITE} (default: all sites)`)
    .action(async (options: CommonOptions & { readonly site?: string }) => {
      const config = shell.readConfig();
      const catalogue = await catalogueOf(config);
      const failures: SiteFailed[] = [];
      const raised = await withDatabase(config, async (db) => {
        const siteId = options.site === undefined ? undefined : (await requireSite(db, options.site)).id;
        const parts = {
          ...{ db, holder: `check ${process.pid}`, plans: config.plans, catalogue: () => catalogue },
          onFailed: (failed: SiteFailed) => failures.push(failed),
          wait: () => wait(WAIT_MS),
        };
        return checkForAlerts(parts, shell.now(), siteId);
      });
      const value = {
        raised,
        failed: failures.map(({ siteId, cause }) => ({ site: siteId, error: reasonOf(cause) })),
      };
      const lines = [
        ...failures.map(({ siteId, cause }) => columns(siteId, `not looked at: ${reasonOf(cause)}`)),
        counted(raised, 'new alert'),
      ];
      print(shell, { value, lines }, options.json);
      if (failures.length > 0) throw new NegativeAnswer();
    });
}

function addReplayCommand(alerts: Command, shell: Shell): void {
  addCommand(alerts, 'replay', {
    summary: 'show what would have been raised in the hours of a range, by the events that are recorded now',
    example: 'alerts replay --site www.example.com --start 2026-01-01 --end 2026-03-31',
    remarks:
      'All but the quota and the silence of sources, which events do not show. It takes the sensitivities of the site, and no mutes. It writes nothing.',
  })
    .requiredOption('--site <site>', SITE)
    .requiredOption('--start <date>', 'the first UTC day, as YYYY-MM-DD')
    .requiredOption('--end <date>', 'the last UTC day, inclusive')
    .action(async (options: RangeOptions) => {
      const config = shell.readConfig();
      const catalogue = await catalogueOf(config);
      await withDatabase(config, async (db) => {
        const nowMs = shell.now();
        const site = await requireSite(db, options.site);
        const range = parseDateRange({ start: options.start, end: options.end }, nowMs, ALL_TIME);
        const value = (await replayAlerts({ db, catalogue, nowMs }, site, range)).map(replayedObject);
        const label = `${counted(value.length, 'alert')} from ${formatInstant(range.fromMs).slice(0, 10)} on`;
        print(shell, { value, label, lines: value.map(lineOf) }, options.json);
        if (value.length === 0) note(shell, 'what is usual shows after 14 days with events');
      });
    });
}

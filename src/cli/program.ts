import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { addAccountCommands } from './account.ts';
import { addCatalogueCommands } from './catalogue.ts';
import { addCompletionCommand } from './completion.ts';
import { addDatabaseCommands } from './database.ts';
import { addDoctorCommand } from './doctor.ts';
import { addEventsCommands } from './events.ts';
import { addHelpCommands } from './help.ts';
import { addKeyCommands } from './key.ts';
import { addLogsCommands } from './logs.ts';
import { addMcpCommand } from './mcp.ts';
import { addMigrateCommand } from './migrate.ts';
import { addProofCommands } from './proof.ts';
import { addRangesCommands } from './ranges.ts';
import { addRobotsCommands } from './robots.ts';
import { addSecretsCommands } from './secrets.ts';
import { addServeCommand } from './serve.ts';
import type { Shell } from './shell.ts';
import { addAlertsCommands } from './alerts.ts';
import { addChannelsCommands } from './channels.ts';
import { addNotesCommands } from './notes.ts';
import { addBotCommand } from './reading/bot.ts';
import { addCompaniesCommand } from './reading/companies.ts';
import { addCoverageCommand } from './reading/coverage.ts';
import { addCountriesCommand } from './reading/countries.ts';
import { addObedienceCommand } from './reading/obedience.ts';
import { addPagesCommand } from './reading/pages.ts';
import { addStatsCommand } from './reading/stats.ts';
import { addTimeseriesCommand } from './reading/timeseries.ts';
import { addReachCommand } from './reading/reach.ts';
import { addUnlistedRobotsCommand } from './reading/unlisted-robots.ts';
import { addSessionCommands } from './session.ts';
import { addShareCommands } from './share.ts';
import { addSiteCommands } from './site.ts';
import { addSitemapCommands } from './sitemap.ts';
import { addSourcesCommands } from './sources.ts';
import { addStartCommand } from './start.ts';
import { addVerifyCommands } from './verify.ts';

/** The command line `site-traffic`. Throws CommanderError for wrong usage, and after it has printed help or version. */
export function createProgram(shell: Shell): Command {
  const program = new Command(shell.command)
    .description(
      'Records AI-bot visits, LLM referrals and conversions of sites, and serves them over REST and GraphQL.',
    )
    .version(packageJson.version)
    .exitOverride()
    // `events import --site` is an option of `import`, and not that of `events`
    .enablePositionalOptions()
    // Descriptions are wrapped if a narrow terminal leaves them this many columns.
    .configureHelp({ minWidthToWrap: 20, ...widthOf(shell) })
    .configureOutput({
      writeOut: (text) => shell.stdout.write(text),
      writeErr: (text) => shell.stderr.write(text),
      // The caller prints the errors.
      outputError: () => undefined,
    });
  addStartCommand(program, shell);
  addServeCommand(program, shell);
  addMigrateCommand(program, shell);
  addAccountCommands(program, shell);
  addSiteCommands(program, shell);
  addKeyCommands(program, shell);
  addSitemapCommands(program, shell);
  addSourcesCommands(program, shell);
  addShareCommands(program, shell);
  addSessionCommands(program, shell);
  addEventsCommands(program, shell);
  addLogsCommands(program, shell);
  addCatalogueCommands(program, shell);
  addProofCommands(program, shell);
  addRangesCommands(program, shell);
  addRobotsCommands(program, shell);
  addReports(program, shell);
  addAlertsCommands(program, shell);
  addNotesCommands(program, shell);
  addChannelsCommands(program, shell);
  addMcpCommand(program, shell);
  addVerifyCommands(program, shell);
  addDatabaseCommands(program, shell);
  addSecretsCommands(program, shell);
  addDoctorCommand(program, shell);
  addCompletionCommand(program, shell);
  addHelpCommands(program);
  return program;
}

function addReports(program: Command, shell: Shell): void {
  addStatsCommand(program, shell);
  addTimeseriesCommand(program, shell);
  addCompaniesCommand(program, shell);
  addCountriesCommand(program, shell);
  addPagesCommand(program, shell);
  addUnlistedRobotsCommand(program, shell);
  addObedienceCommand(program, shell);
  addReachCommand(program, shell);
  addCoverageCommand(program, shell);
  addBotCommand(program, shell);
}

/** Help is as wide as the terminal. */
function widthOf({ stdout: { columns } }: Shell): { helpWidth?: number } {
  return columns === undefined ? {} : { helpWidth: columns };
}

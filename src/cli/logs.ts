import type { Command } from 'commander';
import { FORMAT_NAMES } from '../recording/log-formats.ts';
import { SITE, parseProxies, wordOption } from './arguments.ts';
import { addCommand } from './command.ts';
import { type FollowOptions, followLogs } from './logs/follow-logs.ts';
import { type ImportOptions, importLogs } from './logs/import-logs.ts';
import {
  type ForgetOptions,
  type ListOptions,
  forgetLogsOfSite,
  listLogsOfSite,
} from './logs/manage-logs.ts';
import { showStatus } from './logs/show-status.ts';
import type { Shell } from './shell.ts';

const PATTERNS =
  'In a pattern, "*" matches any characters except "/", and "?" matches one of them. Nothing else is special.';

/** `logs import`, `follow`, `list`, `status`, `forget`. */
export function addLogsCommands(program: Command, shell: Shell): void {
  const logs = program.command('logs').description('access logs of web servers');

  const importing = addCommand(logs, 'import', {
    summary: 'record the bot visits, LLM referrals and conversions in access logs',
    example: 'logs import --site site_0123456789abcdef /var/log/nginx/access.log*',
    remarks: [
      'Logs may be compressed with gzip. A log is recognised by its text, whatever its name: lines that this command or',
      '"logs follow" recorded before are not recorded again, and an import that was interrupted continues where it',
      'stopped. Standard input and pipes are not recognised: their lines are recorded each time. The command fails if',
      'no line of a log can be read.',
      PATTERNS,
    ].join(' '),
  })
    .option('--site <site>', SITE)
    .option('--dry-run', 'record nothing; print what would be recorded, and the first events')
    .option('--domain <domain>', "the site's domain, for a dry run without a database")
    .option('--explain', 'show why a format was chosen, and examples of lines that became no event');
  addLogOptions(importing)
    .argument('<files...>', 'the logs, patterns such as "access.log*", or - for standard input')
    .action((files: readonly string[], options: ImportOptions) => importLogs(shell, files, options));

  const following = addCommand(logs, 'follow', {
    summary: 'record new lines of access logs until stopped',
    example: 'logs follow --site site_0123456789abcdef /var/log/nginx/access.log',
    remarks: [
      'Logs may be rotated by renaming or by truncation, and compressed afterwards. Lines that were written while the',
      'command was not running are read from the rotated files beside the log. Every line counts once, however the',
      'command ends. It waits while the database is unreachable or the quota is used up. A pattern in quotes takes in files',
      'that match later, too.',
      PATTERNS,
    ].join(' '),
  }).requiredOption('--site <site>', SITE);
  addLogOptions(following)
    .argument('<files...>', 'the logs, or patterns; rotated files beside them are found')
    .action((files: readonly string[], options: FollowOptions) => followLogs(shell, files, options));
  addPositionCommands(logs, shell);
}

function addPositionCommands(logs: Command, shell: Shell): void {
  addCommand(logs, 'list', {
    summary: 'list the logs of a site, and how far they are recorded',
    example: 'logs list --site site_0123456789abcdef',
  })
    .requiredOption('--site <site>', SITE)
    .action((options: ListOptions) => listLogsOfSite(shell, options));

  addCommand(logs, 'status', {
    summary: 'show how far the logs that are followed are read, and how many lines were skipped',
    example: 'logs status --site site_0123456789abcdef',
  })
    .requiredOption('--site <site>', SITE)
    .action((options: ListOptions) => showStatus(shell, options));

  addCommand(logs, 'forget', {
    summary: 'forget that logs are recorded, so that they can be imported again',
    example: 'logs forget --site site_0123456789abcdef /var/log/nginx/access.log',
    remarks:
      'The events stay. The command shows which days to delete with "events delete" before you import the logs ' +
      'again; otherwise their lines count twice. Stop "logs follow" first.',
  })
    .requiredOption('--site <site>', SITE)
    .option('--all', 'forget all logs of the site')
    .argument('[path]', 'the log, at the path where it was last read')
    .action((path: string | undefined, options: ForgetOptions) => forgetLogsOfSite(shell, path, options));
}

function addLogOptions(command: Command): Command {
  return command
    .addOption(wordOption('--format <format>', 'the format of the logs (default: detected)', FORMAT_NAMES))
    .option(
      '--trusted-proxies <networks>',
      'proxies before the web server, where a log has lists of addresses (default: those of private networks)',
      parseProxies,
    )
    .option('--conversions <file>', 'a file of rules for which requests are conversions');
}

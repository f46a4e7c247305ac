import { type Command, Option } from 'commander';
import { LOG_FORMATS } from '../recording/log-format.ts';
import { addCommand } from './command.ts';
import { type FollowOptions, followLogs } from './logs/follow-logs.ts';
import { type ImportOptions, importLogs } from './logs/import-logs.ts';
import type { Shell } from './shell.ts';

/** `logs import`, `follow`. */
export function addLogsCommands(program: Command, shell: Shell): void {
  const logs = program.command('logs').description('access logs of web servers');

  const importing = addCommand(logs, 'import', {
    summary: 'record the bot visits, LLM referrals and conversions in access logs',
    example: 'logs import --site site_0123456789abcdef /var/log/nginx/access.log*',
    remarks: [
      'A log may be packed by gzip. It is known by its text, whatever it is called: what was',
      'recorded of it before, by this command or by "logs follow", is not recorded again, and',
      'an import that was interrupted goes on where it stopped. Standard input has no identity:',
      'what comes there is recorded each time.',
    ].join('\n'),
  })
    .option('--site <id>', 'the site whose logs they are')
    .option('--dry-run', 'record nothing; say what would be')
    .option('--domain <domain>', "in a dry run without a database, the site's host name")
    .option('--explain', 'show examples of the lines that were passed over');
  addReadingOptions(importing)
    .argument('<files...>', 'the logs, or patterns such as "access.log*", or - for standard input')
    .action((files: readonly string[], options: ImportOptions) => importLogs(shell, files, options));

  const following = addCommand(logs, 'follow', {
    summary: 'record what comes into access logs, until told to stop',
    example: 'logs follow --site site_0123456789abcdef /var/log/nginx/access.log',
    remarks: [
      'Logs may be rotated by renaming or by truncation, and packed afterwards. What came while',
      'the command was away is read from the rotated logs beside the file. Every line counts',
      'once, however the command ends. While the database is away, or the quota is spent, it',
      'waits and then goes on.',
    ].join('\n'),
  }).requiredOption('--site <id>', 'the site whose logs they are');
  addReadingOptions(following)
    .argument('<files...>', 'the logs, each with or without its rotated ones beside it')
    .action((files: readonly string[], options: FollowOptions) => followLogs(shell, files, options));
}

function addReadingOptions(command: Command): Command {
  return command
    .addOption(new Option('--format <format>', 'their format (default: as detected)').choices(LOG_FORMATS))
    .option('--conversions <file>', 'the rules that say which requests are conversions');
}

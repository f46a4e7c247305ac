import type { Command } from 'commander';
import type { NewEvent } from '../domain/event.ts';
import { classifyRequest } from '../recording/classify-request.ts';
import { parseCombined } from '../recording/combined-log.ts';
import { PASSED_OVER, type PassedOver, type PassedOverReason } from '../recording/passed-over.ts';
import { type CommonOptions, addCommand } from './command.ts';
import type { Line } from './import/line-splitter.ts';
import { openInput } from './import/open-input.ts';
import { showProgress } from './import/progress.ts';
import { recordLines } from './import/record-lines.ts';
import { describeRecorded, runImport } from './import/run-import.ts';
import { columns, counted, print } from './output.ts';
import type { Shell } from './shell.ts';

/** `logs import`. */
export function addLogsCommands(program: Command, shell: Shell): void {
  const logs = program.command('logs').description('access logs of web servers');

  addCommand(logs, 'import', {
    summary: 'record the bot visits and LLM referrals in an access log in the combined format',
    example: 'logs import --site site_0123456789abcdef /var/log/nginx/access.log.2.gz',
    remarks:
      'The log may be packed by gzip. Importing it twice records its events twice. If the import\nis interrupted, what it says it has recorded stays.',
  })
    .requiredOption('--site <id>', 'the site whose log it is')
    .argument('<file>', 'the log, or - for standard input')
    .action((file: string, options: CommonOptions & { readonly site: string }) =>
      importLog(shell, file, options),
    );
}

type PassedOverCounts = Map<PassedOverReason, number>;

async function importLog(
  shell: Shell,
  file: string,
  { site: siteId, json }: CommonOptions & { readonly site: string },
): Promise<void> {
  const passedOver: PassedOverCounts = new Map();
  let lines = 0;
  const recorded = await runImport(shell, siteId, async ({ site, ...importing }) => {
    const input = await openInput(file, importing.stop);
    const progress = showProgress(input);
    const onLines = (count: number) => {
      lines += count;
      progress.advance(count);
    };
    const read = (line: Line) => tally(readLogLine(line, site.domain), passedOver);
    await recordLines({ ...importing, input, read, onLines }).finally(() => {
      progress.stop();
    });
  });
  const value = {
    lines,
    botVisits: recorded.bot,
    referrals: recorded.referral,
    passedOver: Object.fromEntries(passedOver),
  };
  print(
    {
      value,
      lines: [
        `read ${counted(lines, 'line')}, recorded ${describeRecorded(recorded)}`,
        ...reasonLines(passedOver),
      ],
    },
    json,
  );
}

function readLogLine({ text }: Line, domain: string): { readonly event: NewEvent } | PassedOver {
  if (text === undefined) return { passedOver: 'too-long' };
  const parsed = parseCombined(text);
  return 'record' in parsed ? classifyRequest(parsed.record, domain) : parsed;
}

function tally(
  reading: { readonly event: NewEvent } | PassedOver,
  counts: PassedOverCounts,
): NewEvent | undefined {
  if ('event' in reading) return reading.event;
  counts.set(reading.passedOver, (counts.get(reading.passedOver) ?? 0) + 1);
  return undefined;
}

/** The reasons why lines became no event, the most frequent first. */
function reasonLines(counts: PassedOverCounts): readonly string[] {
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => columns(`passed over ${count}`, PASSED_OVER[reason]));
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LogSource, writeLog } from './access-log.ts';
import { type Ran, runProduct, runProgram } from './programs.ts';
import { median } from './statistics.ts';
import { type Versus, inTurn } from './versus.ts';

/** Lines per second of the whole process, including its start: `ours` is `--dry-run`, `theirs` is GoAccess. */
export type DryRunResult = Versus & {
  readonly log: string;
  readonly lines: number;
  /** Peak memory of our process, by the number of lines. */
  readonly memory: readonly MemoryOfLog[];
  /** Peak memory of GoAccess with the first log. */
  readonly goaccessMb: number;
};

export type MemoryOfLog = { readonly lines: number; readonly highestMb: number };

type DryRunScale = {
  readonly lines: number;
  readonly rounds: number;
  /** The lengths, in lines, of the logs for the memory measurement. */
  readonly memoryLines: readonly number[];
};

/** Reads a log with the product and with GoAccess. Both must report that they read every line. */
export async function measureDryRun(
  source: LogSource,
  folder: string,
  { lines, rounds, memoryLines }: DryRunScale,
): Promise<DryRunResult> {
  const log = join(folder, 'access.log');
  writeLog(log, source, lines);
  const theirMemory: number[] = [];
  const ours = async () => rateOf(lines, await readByProduct(log, lines));
  const theirs = async () => {
    const ran = await readByGoaccess(log, { lines, page: join(folder, 'goaccess.html') });
    theirMemory.push(ran.highestMb);
    return rateOf(lines, ran);
  };
  const versus = await inTurn(rounds, ours, theirs);
  const memory: MemoryOfLog[] = [];
  for (const count of memoryLines) {
    writeLog(log, source, count);
    memory.push({ lines: count, highestMb: await memoryOf(log, count, rounds) });
  }
  return { log: source.name, lines, ...versus, memory, goaccessMb: median(theirMemory) };
}

function rateOf(lines: number, { tookMs }: Ran): number {
  return (lines / tookMs) * 1000;
}

async function memoryOf(log: string, lines: number, rounds: number): Promise<number> {
  const highest: number[] = [];
  for (let round = 0; round < rounds; round += 1) highest.push((await readByProduct(log, lines)).highestMb);
  return median(highest);
}

async function readByProduct(log: string, lines: number): Promise<Ran> {
  const ran = await runProduct(['logs', 'import', '--dry-run', '--domain', 'example.com', '--json', log]);
  const { lines: read } = JSON.parse(ran.stdout) as { readonly lines: number };
  if (read !== lines) throw new Error(`the product read ${read} of ${lines} lines`);
  return ran;
}

async function readByGoaccess(
  log: string,
  { lines, page }: { readonly lines: number; readonly page: string },
): Promise<Ran> {
  const options = ['--log-format=COMBINED', '--no-global-config', '--no-progress', '-o', page];
  const ran = await runProgram('goaccess', [log, ...options]);
  const read = Number(/"total_requests":\s*(\d+)/.exec(readFileSync(page, 'utf8'))?.[1]);
  if (read !== lines) throw new Error(`GoAccess read ${read} of ${lines} lines`);
  return ran;
}

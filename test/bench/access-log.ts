import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createRandom } from '../../src/cli/demo/random.ts';
import { INSTALLED } from '../../src/catalogue/catalogue.ts';
import { classifyBot } from '../../src/recording/classify-bot.ts';
import { DAYS } from './dataset.ts';
import { type RequestKind, EVERY_KIND, requestOf } from './visitors.ts';

/** The source of a log's lines: it makes each line from its number, counted from 0, and its time. */
export type LogSource = {
  /** `generated log`, or `real log`. */
  readonly name: string;
  readonly lineOf: (number: number, time: string) => string;
};

/** A million lines make 30 days. */
const LINE_EVERY_MS = 2_592;
const LINES_AT_ONCE = 10_000;

/** Writes a log in the combined format. */
export function writeLog(file: string, { lineOf }: LogSource, lines: number): void {
  const to = openSync(file, 'w');
  for (let number = 0; number < lines; number += LINES_AT_ONCE) {
    const count = Math.min(LINES_AT_ONCE, lines - number);
    const chunk = Array.from({ length: count }, (_, index) => lineOf(number + index, timeOf(number + index)));
    writeSync(to, `${chunk.join('\n')}\n`);
  }
  closeSync(to);
}

/** Generated lines, the same in each run: mostly browsers, with a site's usual share of AI bots; or only AI bots. */
export function generatedLog(only?: RequestKind): LogSource {
  const random = createRandom(1);
  const kinds = EVERY_KIND.filter(([kind]) => only === undefined || kind === only);
  return {
    name: 'generated log',
    lineOf(_, time) {
      const { address, request, status, bytes, referrer, agent } = requestOf(random, kinds);
      return `${address} - - [${time}] "${request}" ${status} ${bytes} "${referrer}" "${agent}"`;
    },
  };
}

/** The lines of a log, repeated with new times: all of them, or only those of AI bots. */
export function repeatedLog(file: string, only?: 'ai-bot'): LogSource {
  const all = readFileSync(file, 'utf8').trimEnd().split('\n');
  const lines = only === undefined ? all : all.filter(isOfAiBot);
  if (lines.length === 0) throw new Error(`${file} has no line to repeat`);
  return {
    name: 'real log',
    lineOf: (number, time) => (lines[number % lines.length] ?? '').replace(TIME, `[${time}]`),
  };
}

const TIME = /\[\d\d\/\w{3}\/\d{4}:[^\]]*\]/;

function isOfAiBot(line: string): boolean {
  return classifyBot(INSTALLED, /"([^"]*)"$/.exec(line)?.[1] ?? '') !== undefined;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** In the notation of web servers. */
function timeOf(number: number): string {
  const [date = '', time = ''] = new Date(DAYS.fromMs + number * LINE_EVERY_MS).toISOString().split('T');
  const [year = '', month, day = ''] = date.split('-');
  return `${day}/${MONTHS[Number(month) - 1] ?? ''}/${year}:${time.slice(0, 8)} +0000`;
}

import { levels } from 'pino';
import { visible, visibleJson } from '../domain/visible.ts';

/** What every line has, and people do not need. */
const UNSHOWN: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

type LoggedLine = {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly stack?: string; readonly message?: string };
};

/** A line of the log for people: `12:00:00.123 WARN slow statement requestId=… ms=250`, and the stack of an error below. */
export function prettyLine(json: string): string {
  const line = JSON.parse(json) as LoggedLine;
  const { level, time, msg = '', err } = line;
  const at = new Date(time).toISOString().slice(11, -1);
  const fields = Object.entries(line)
    .filter(([name]) => !UNSHOWN.has(name))
    .map(([name, value]) => `${name}=${shown(value)}`);
  const head = [at, (levels.labels[level] ?? String(level)).toUpperCase(), visible(msg), ...fields].join(' ');
  const stack = (err?.stack ?? err?.message)?.split('\n') ?? [];
  return [head, ...stack.map((one) => `  ${visible(one)}`), ''].join('\n');
}

/** Shows a word plain and anything else as JSON, which escapes what would change the line or the terminal. */
function shown(value: unknown): string {
  return typeof value === 'string' && /^[\w./:-]+$/.test(value) ? value : visibleJson(value);
}

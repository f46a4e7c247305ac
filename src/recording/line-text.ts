import { withoutDockerWrapping } from './docker-line.ts';
import { withoutSyslogPrefix } from './syslog-prefix.ts';

/** Longer lines are skipped: servers limit request headers to far less. */
export const MAX_LINE_LENGTH = 65_536;

const CARRIAGE_RETURN = 0x0d;

/**
 * A line as its format has it: without a byte order mark, a carriage return at the end, the U+0000 with which a log begins
 * if it was truncated while its writer kept its offset, and what syslog or Docker wrote around it.
 */
export function lineText(line: string): string {
  const first = line.charCodeAt(0);
  const text = first === 0 || first === 0xfeff ? line.replace(/^[\0\uFEFF]+/, '') : line;
  const hasReturn = text.charCodeAt(text.length - 1) === CARRIAGE_RETURN;
  return withoutSyslogPrefix(withoutDockerWrapping(hasReturn ? text.slice(0, -1) : text));
}

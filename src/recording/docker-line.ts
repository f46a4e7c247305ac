import { isJsonObject, parseJson } from '../domain/json.ts';

/** How every line begins that Docker's driver json-file writes of what a container prints. */
const START = '{"log":"';
const KEYS = new Set(['log', 'stream', 'time', 'attrs']);

/**
 * The line that a container printed, in a line of the file that Docker keeps of it. Other lines are returned as they are, and
 * cost nothing. Docker breaks lines of more than 16 KiB, whose parts no format reads.
 */
export function withoutDockerWrapping(line: string): string {
  if (!line.startsWith(START)) return line;
  const object = parseJson(line);
  if (!isJsonObject(object) || Object.keys(object).some((key) => !KEYS.has(key))) return line;
  const { log, stream } = object;
  return typeof log === 'string' && typeof stream === 'string' ? log.replace(/\r?\n$/, '') : line;
}

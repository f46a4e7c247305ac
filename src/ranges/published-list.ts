import type { ListShape } from '../catalogue/range-lists.ts';
import { isJsonObject, parseJson } from '../domain/json.ts';
import { type Prefix, parsePrefix } from './prefix.ts';

/** Reads a list as its operator publishes it. Throws an Error that says what is wrong, also if the list is empty. */
export function parsePublishedList(text: string, shape: ListShape): readonly Prefix[] {
  const value = parseJson(shape === 'json' ? text : jsonInHtml(text));
  const listed = isJsonObject(value) ? value['prefixes'] : undefined;
  if (!Array.isArray(listed)) throw new Error('it is not JSON with a list of prefixes');
  if (listed.length === 0) throw new Error('it has no prefixes');
  return listed.map(readPrefix);
}

/**
 * `{"ipv4Prefix": "192.0.2.0/24"}` or `{"ipv6Prefix": "2001:db8::/32"}`. Amazon's are single addresses. Other
 * services of Amazon write `ip_prefix`, so this is accepted too, and so is an address with nothing around it.
 */
function readPrefix(entry: unknown): Prefix {
  const fields = isJsonObject(entry) ? entry : { ipv4Prefix: entry };
  const written = fields['ipv4Prefix'] ?? fields['ipv6Prefix'] ?? fields['ip_prefix'];
  if (typeof written === 'string') return parsePrefix(written.trim());
  throw new Error('it has an entry without a prefix');
}

/** The object with prefixes that the page shows, without the tags and character references around and in it. */
function jsonInHtml(html: string): string {
  const shown = html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:quot|#34|#x22);/gi, '"')
    .replaceAll('&nbsp;', ' ');
  const named = shown.indexOf('"prefixes"');
  const from = shown.lastIndexOf('{', named);
  const until = shown.indexOf(']', named);
  return named < 0 ? '' : `${shown.slice(from, until)}]}`;
}

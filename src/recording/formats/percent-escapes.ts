import { decodeBytes } from '../unescape-field.ts';

/**
 * Decodes a value that a log URL-encoded once or twice. It was encoded twice if, decoded once, it has escaped spaces
 * but no others. Anything that is not an escape stays.
 */
export function decodePercents(text: string): string {
  const once = decodeOnce(text);
  return once.includes('%20') && !once.includes(' ') ? decodeOnce(once) : once;
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // a percent sign that is no escape, or bytes that are not UTF-8
    return text.replace(/(?:%[0-9a-f]{2})+/gi, decodeBytes);
  }
}

/** Restores the escapes of a URL that a log encoded again, as `%2520` for `%20`. */
export function undoublePercents(url: string | undefined): string | undefined {
  return url?.replace(/%25(?=[0-9a-f]{2})/gi, '%');
}

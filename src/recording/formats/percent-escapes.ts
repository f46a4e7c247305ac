import { decodeBytes } from '../unescape-field.ts';

/**
 * Decodes a value that a log URL-encoded, once, or twice if the log did: text with escaped spaces left and no space
 * of its own was encoded twice. What is no escape stays.
 */
export function decodePercents(text: string): string {
  const once = decodeOnce(text);
  return once.includes('%20') && !once.includes(' ') ? decodeOnce(once) : once;
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Something in it is no escape, or no UTF-8.
    return text.replace(/(?:%[0-9a-f]{2})+/gi, decodeBytes);
  }
}

/** Undoes what a log did to the escapes of a URL, which it may have written as `%2520` for `%20`. */
export function undoublePercents(url: string | undefined): string | undefined {
  return url?.replace(/%25(?=[0-9a-f]{2})/gi, '%');
}

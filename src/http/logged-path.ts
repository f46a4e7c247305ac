import { API_KEY } from '../domain/api-key.ts';

/** Each program on the way may have encoded a path once more. */
const MAX_ENCODINGS = 4;

/**
 * A path without the keys that a caller put in it by mistake. Queries are not logged for the same reason. The path is
 * decoded first, because a percent-encoded key would not be recognised. Undefined if it cannot be decoded completely: a
 * key may still be in it.
 */
export function loggedPath(pathname: string): string | undefined {
  return decodeWholly(pathname, MAX_ENCODINGS)?.replaceAll(API_KEY, '[key]').replace(TOKEN, '$1[key]');
}

/** What stands where a key or the token of a mail belongs may be the part of one. */
const TOKEN = /^(\/(?:drain|mail)\/)(?!v1\/logs$)[^/]+/i;

function decodeWholly(text: string, times: number): string | undefined {
  const decoded = decode(text);
  if (decoded === undefined || decoded === text) return decoded;
  return times === 0 ? undefined : decodeWholly(decoded, times - 1);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The path of a URL, between its host and its query. */
const PATH = /^[^:/?#]+:\/\/[^/?#\\]*([^?]*)/;

/**
 * The path of a URL in the characters in which it was sent, since a proxy in front has decided by the same ones. The URL
 * class would make `/graphql` of `/collect/..\graphql`, of `/graph<tab>ql` and of `/graphql#x`.
 */
export function sentPath(url: string): string {
  const [, path = ''] = PATH.exec(url) ?? [];
  return path === '' ? '/' : path;
}

/** The segments that hold an id, in which an encoded slash is a character like any other. */
const IDS = /^(\/api\/v1\/sites\/)[^/]*(?:(\/bots\/)[^/]*)?|^(\/sites\/[^/]*\/bots\/)[^/]*/;

const ENCODED_SLASH = /%2f/i;

/** Between slashes, encoded or not: a proxy may decode the path before it decides. */
const DOT_SEGMENT = /(?:^|\/)\.\.?(?:\/|$)/;

/**
 * Whether programs may read a path differently, so that a proxy would let through what it keeps out: it has a backslash,
 * a segment `.` or `..`, or outside an id an encoded slash. Encoded twice, these are ordinary characters.
 */
export function isAmbiguous(path: string): boolean {
  const decoded = path.replace(/%2e/gi, '.').replace(/%2f/gi, '/').replace(/%5c/gi, '\\');
  if (decoded.includes('\\') || DOT_SEGMENT.test(decoded)) return true;
  return ENCODED_SLASH.test(path.replace(IDS, '$1$2$3'));
}

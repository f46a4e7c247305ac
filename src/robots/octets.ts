/** Octets that mean the same with and without their percent-encoding (RFC 3986, 2.3). */
const UNRESERVED = /[A-Za-z0-9\-._~]/;

/** Those that are compared as they stand, since encoding them changes what they mean, and those that a URL may not have. */
const OTHERS = /%[0-9A-Fa-f]{2}|[^!#%&'()*+,/0-9:;=?@A-Z[\]_a-z~.$-]/g;

/**
 * A path or a part of a pattern in the form in which both are compared (RFC 9309, 2.2.2): one character for each octet,
 * percent-encoded where it is neither unreserved nor reserved. The text has one character for each octet, too. It may
 * have `*` and `$`, which stay, and so does a `%` that encodes nothing: what follows a part of a pattern may belong to it.
 */
export function normalised(octets: string): string {
  return octets.replace(OTHERS, (found) => {
    const code = found.length === 3 ? Number.parseInt(found.slice(1), 16) : found.charCodeAt(0);
    const octet = String.fromCharCode(code);
    return UNRESERVED.test(octet) ? octet : encoded(code);
  });
}

/** Most paths have only characters that stay, of one octet each. */
const NORMAL = /^[!#&'()+,/0-9:;=?@A-Z[\]_a-z~.-]*$/;

/** The path of a request in that form. Its `*` and `$` are no signs of a pattern. */
export function normalisedPath(path: string): string {
  if (NORMAL.test(path)) return path;
  return literal(normalised(octetsOf(path)));
}

/** The form in which `*` and `$` stand for themselves (RFC 9309, 2.2.3). */
export function literal(text: string): string {
  return text.replaceAll('*', '%2A').replaceAll('$', '%24');
}

/** One character for each octet of the text in UTF-8. */
export function octetsOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function encoded(code: number): string {
  return `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
}

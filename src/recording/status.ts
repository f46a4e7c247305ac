/** Whether a number is an HTTP status (RFC 9110, section 15). */
export function isStatus(value: number): boolean {
  return Number.isInteger(value) && value >= 100 && value <= 599;
}

/**
 * The status in a field of a log, a number or its digits; undefined for anything else. Servers log 0, 000 or "-" if they
 * sent no response, and some use numbers beyond 599 among themselves.
 */
export function statusOf(field: unknown): number | undefined {
  const status = typeof field === 'string' && /^\d{3}$/.test(field) ? Number(field) : field;
  return typeof status === 'number' && isStatus(status) ? status : undefined;
}

/** Whether a request succeeded. */
export function isSuccessful(status: number | undefined): boolean {
  return status !== undefined && status < 400;
}

/** Whether the client has a page now: with 304 it had the page before. */
export function hasPage(status: number | undefined): boolean {
  return status !== undefined && ((status >= 200 && status < 300) || status === 304);
}

/** Whether the response sends the client to another address. 304 does not. */
export function isRedirect(status: number | undefined): boolean {
  return status !== undefined && status >= 300 && status < 400 && status !== 304;
}

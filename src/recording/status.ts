/** Whether a request succeeded. Servers log 000, or no status, if they sent no response. */
export function isSuccessful(status: number | undefined): boolean {
  return status !== undefined && status >= 100 && status < 400;
}

/** Whether the client has a page now: with 304 it had the page before. */
export function hasPage(status: number | undefined): boolean {
  return status !== undefined && ((status >= 200 && status < 300) || status === 304);
}

/** Whether the response sends the client to another address. 304 does not. */
export function isRedirect(status: number | undefined): boolean {
  return status !== undefined && status >= 300 && status < 400 && status !== 304;
}

/** Whether a request succeeded. Servers log 000, or no status, if they sent no response. */
export function isSuccessful(status: number | undefined): boolean {
  return status !== undefined && status >= 100 && status < 400;
}

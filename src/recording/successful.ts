/** Whether a request got what it asked for: servers log 000, or nothing, where they gave no answer at all. */
export function isSuccessful(status: number | undefined): boolean {
  return status !== undefined && status >= 100 && status < 400;
}

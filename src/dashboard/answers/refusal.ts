/** A refusal in the server's own words. */
export type Refused = { readonly code: string; readonly message: string };

/** What a response that is no success says. Undefined if whoever answered has failed, and says nothing that we know. */
export async function refusalIn(response: Response): Promise<Refused | undefined> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const { error, code } = Object(body) as { readonly error?: unknown; readonly code?: unknown };
  if (typeof error === 'string' && typeof code === 'string') return { code, message: error };
  // a proxy in front of the service has pages of its own
  return status < 500
    ? { code: `HTTP ${status}`, message: `The server answered with status ${status}.` }
    : undefined;
}

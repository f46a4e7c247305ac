/** How the server answered: with the number of the link, or not. */
export type Opened = number | 'invalid' | 'throttled' | 'unreachable';

/** Exchanges the token of a share link for a cookie, which scripts cannot read. */
export async function exchangeToken(token: string): Promise<Opened> {
  if (token === '') return 'invalid';
  try {
    const response = await fetch('/session/share', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    if (response.status === 429) return 'throttled';
    if (response.status >= 500) return 'unreachable';
    if (!response.ok) return 'invalid';
    const { link } = (await response.json()) as { readonly link: number };
    return link;
  } catch {
    return 'unreachable';
  }
}

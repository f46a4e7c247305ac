import { type Refused, refusalIn } from '../answers/refusal.ts';

/** How the server answered: with the number of the link, or not. */
export type Opened = number | 'invalid' | 'unreachable' | Refused;

const INVALID = 'SHARE_LINK_INVALID';

/** Exchanges the token of a share link for a cookie, which scripts cannot read. */
export async function exchangeToken(token: string): Promise<Opened> {
  if (token === '') return 'invalid';
  try {
    const response = await fetch('/session/share', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    if (!response.ok) {
      const refused = await refusalIn(response);
      return refused?.code === INVALID ? 'invalid' : (refused ?? 'unreachable');
    }
    const { link } = (await response.json()) as { readonly link: number };
    return link;
  } catch {
    return 'unreachable';
  }
}

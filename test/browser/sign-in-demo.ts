import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Opens the demo's sign-in link, which works once, and returns the cookie of the session as the server sets it. */
export async function signInDemo(url: string, folder: string): Promise<string> {
  const [, token] = readFileSync(join(folder, 'demo-sign-in-link'), 'utf8').trim().split('#token=');
  const response = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify({ token }),
  });
  const [cookie] = response.headers.getSetCookie();
  if (cookie === undefined) throw new Error(`the link of the demo did not sign in: ${await response.text()}`);
  return cookie;
}

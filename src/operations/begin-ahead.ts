import type { Authentication } from './authenticate.ts';
import type { Authenticated } from './key-memory.ts';

/**
 * Begins work, for a key that is remembered while it is read, and again if that says otherwise: then nobody waits for the
 * first result. Rejects as the authentication does.
 */
export async function beginAhead<Begun extends { readonly result: Promise<unknown> }>(
  { remembered, authenticated }: Authentication,
  begin: (found: Authenticated, confirming?: Promise<void>) => Begun,
): Promise<Begun> {
  if (remembered === undefined) return begin(await authenticated);
  const confirming = confirm(remembered, authenticated);
  const early = begin(remembered, confirming);
  // their rejections are no failures of the process if nobody waits for them
  for (const promise of [confirming, early.result]) promise.catch(() => undefined);
  const found = await authenticated;
  return found === remembered ? early : begin(found);
}

async function confirm(remembered: Authenticated, authenticated: Promise<Authenticated>): Promise<void> {
  if ((await authenticated) !== remembered) throw new Error('the key says something else than before');
}

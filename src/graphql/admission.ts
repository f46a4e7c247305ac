import { spend } from '../operations/rules.ts';
import { refuseRequest } from './errors.ts';
import type { Visit } from './visit.ts';

/**
 * Authenticates the caller, by a key, a share link or else a session, and takes one unit of the budget "graphql". A
 * refusal by either ends the whole request with its HTTP status. The site that the request names is read with it.
 */
export async function admit(visit: Visit, siteId: string | undefined): Promise<void> {
  try {
    const { arrival } = visit;
    visit.ctx =
      (await arrival.admitShare()) ?? (await arrival.admitOwner(siteId)) ?? (await arrival.admit(siteId));
    await spend(visit.ctx, 'graphql');
  } catch (error) {
    throw refuseRequest(error);
  }
}

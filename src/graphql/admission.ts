import { spend } from '../operations/rules.ts';
import { refuseRequest } from './errors.ts';
import type { Visit } from './visit.ts';

/**
 * Authenticates the caller and takes one unit of the budget "graphql". A refusal by either
 * ends the whole request with its HTTP status. The site that the request names is read together with the key.
 */
export async function admit(visit: Visit, siteId: string | undefined): Promise<void> {
  try {
    visit.ctx = await visit.arrival.admit(siteId);
    await spend(visit.ctx, 'graphql');
  } catch (error) {
    throw refuseRequest(error);
  }
}

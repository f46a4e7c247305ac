import { spend } from '../operations/rules.ts';
import { refuseRequest } from './errors.ts';
import type { Visit } from './visit.ts';

/**
 * Authenticates the caller and takes one unit of the budget "graphql". Either refusal answers the whole request with
 * its HTTP status. A site that the request is about is looked up with the key.
 */
export async function admit(visit: Visit, siteId: string | undefined): Promise<void> {
  try {
    visit.ctx = await visit.arrival.admit(siteId);
    await spend(visit.ctx, 'graphql');
  } catch (error) {
    throw refuseRequest(error);
  }
}

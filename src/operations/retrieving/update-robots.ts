import type { Site } from '../../domain/site.ts';
import type { GetParts } from '../../outgoing/get.ts';
import { MAX_OCTETS } from '../../robots/read-text.ts';
import type { Asker } from '../owner/in-account.ts';
import { type KeptVersion, createRobotsVersion } from '../owner/robots-versions.ts';

/** How what sites publish is asked for. */
export type Retrieving = Pick<GetParts, 'allowsPrivate' | 'lookup' | 'userAgent' | 'turnOf' | 'testServer'>;

/** Why a robots.txt could not be fetched, in words for the owner: what was in force stays so. */
export class NotRetrieved extends Error {
  override readonly name = 'NotRetrieved';
}

/** What all of it may take, redirects too. */
const WITHIN_MS = 30_000;

/**
 * Fetches the robots.txt of a host as RFC 9309, 2.3 asks: at most five redirects; a status from 400 to 499 says that there
 * is none, which allows everything. Returns its first 500 KiB. Throws NotRetrieved for other statuses and without a response.
 */
export async function fetchRobots(host: string, retrieving: Retrieving, stop?: AbortSignal): Promise<string> {
  // imported late: many services fetch nothing, and TLS takes a megabyte of memory
  const [{ get }, { NoResponse }, { readBegin }] = await Promise.all([
    import('../../outgoing/get.ts'),
    import('../../outgoing/no-response.ts'),
    import('../../outgoing/response.ts'),
  ]);
  const address = `https://${host}/robots.txt`;
  try {
    return await get(address, { ...retrieving, withinMs: WITHIN_MS, stop }, async ({ status, body }) => {
      if (status >= 400 && status < 500) return '';
      if (status < 200 || status >= 300) throw new NotRetrieved(`${address} answered ${status}`);
      return (await readBegin(body, MAX_OCTETS)).octets.toString();
    });
  } catch (error) {
    if (error instanceof NoResponse) throw new NotRetrieved(`${address}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Keeps the robots.txt of a site's domain as it is now, if it differs from what is in force. Throws NotRetrieved. */
export async function updateRobots(
  asker: Asker,
  { id: siteId, domain }: Pick<Site, 'id' | 'domain'>,
  retrieving: Retrieving,
): Promise<KeptVersion> {
  const text = await fetchRobots(domain, retrieving);
  return createRobotsVersion(asker, { siteId, text, origin: 'fetched' });
}

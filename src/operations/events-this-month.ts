import { isWorkerFault } from '../database/lost-connection.ts';

type Count = (siteIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/**
 * The counts of the sites in their order; the error instead for a site whose node of a Citus cluster is away, so that it
 * does not hide the others.
 */
export async function countEach(
  count: Count,
  siteIds: readonly string[],
): Promise<readonly (number | Error)[]> {
  try {
    const counts = await count(siteIds);
    return siteIds.map((id) => counts.get(id) ?? 0);
  } catch (error) {
    if (!isWorkerFault(error)) throw error;
    return Promise.all(siteIds.map((id) => countOne(count, id)));
  }
}

async function countOne(count: Count, siteId: string): Promise<number | Error> {
  try {
    return (await count([siteId])).get(siteId) ?? 0;
  } catch (error) {
    return error as Error;
  }
}

/** The count, or null if the node of the site is away. Rejects if it fails for another reason. */
export async function unlessAway(count: Promise<number>): Promise<number | null> {
  return count.catch((error: unknown) => {
    if (isWorkerFault(error)) return null;
    throw error;
  });
}

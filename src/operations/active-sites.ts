import { isWorkerFault } from '../database/lost-connection.ts';

type Find = (siteIds: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Which of the sites are active. A site whose node of a Citus cluster is away is kept, since nobody knows, and hides
 * no other.
 */
export async function findActive(find: Find, siteIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (siteIds.length === 0) return new Set();
  try {
    return await find(siteIds);
  } catch (error) {
    if (!isWorkerFault(error)) throw error;
    if (siteIds.length === 1) return new Set(siteIds);
    const each = await Promise.all(siteIds.map((id) => findActive(find, [id])));
    return new Set(each.flatMap((active) => [...active]));
  }
}

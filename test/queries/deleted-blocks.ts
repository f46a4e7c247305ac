import type { Question } from './plan-contract.ts';
import { NAMES_A_BLOCK, PAGES_A_BLOCK } from './skewed-data.ts';

/** What a busy site has of as many blocks by name and by status. */
export function deletedBlocks(blocks: number): Question['may'] {
  return {
    'delete site_blocks': { rows: blocks, by: ['site_blocks_pkey'] },
    'delete site_block_names': { rows: blocks * NAMES_A_BLOCK, by: ['site_block_names_pkey'] },
    'delete site_block_statuses': { rows: blocks, by: ['site_block_statuses_pkey'] },
  };
}

/** What a busy site has of a day, and of the two blocks that it is in. */
export const BLOCKS_OF_A_DAY: Question['may'] = blocksOfDays({ blocks: 2, pages: 3 });

/** What a site has of days, of the blocks that they are in, and of the pages of both. */
export function blocksOfDays({
  blocks,
  pages,
  days = 1,
}: {
  readonly blocks: number;
  readonly pages: number;
  readonly days?: number;
}) {
  return {
    delete_days_of_site_blocks: { rows: blocks, by: ['site_blocks_pkey'] },
    delete_days_of_site_block_names: { rows: blocks * NAMES_A_BLOCK, by: ['site_block_names_pkey'] },
    delete_days_of_site_block_statuses: { rows: blocks, by: ['site_block_statuses_pkey'] },
    delete_days_of_site_block_pages: { rows: pages * PAGES_A_BLOCK, by: ['site_block_pages_pkey'] },
    delete_folded_site: { rows: 1, by: ['folded_sites_pkey'] },
    void_judged_days: { rows: days, by: ['judged_days_pkey'] },
    void_judged_site: { rows: 1, by: ['judged_sites_pkey'] },
  } satisfies Question['may'];
}

/** What is read of whole days before they are deleted: their keys in each rollup, each in some slots. */
export function readDays(keys: readonly [number, number, number, number], slots: number): Question['may'] {
  const tables = ['site_days', 'site_statuses', 'site_countries', 'site_buckets'];
  return Object.fromEntries(
    tables.map((table, nth) => [
      `read_days_of_${table}`,
      { rows: 1, read: (keys[nth] ?? 0) * slots, by: [`${table}_pkey`] },
    ]),
  );
}

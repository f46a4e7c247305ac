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
export const BLOCKS_OF_A_DAY: Question['may'] = {
  ...deletedBlocks(2),
  'delete site_block_pages': { rows: 3 * PAGES_A_BLOCK, by: ['site_block_pages_pkey'] },
  'delete folded_sites': { rows: 1, by: ['folded_sites_pkey'] },
};

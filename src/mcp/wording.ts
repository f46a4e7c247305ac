import type { Wording } from '../domain/refusal.ts';
import { HTTP_WORDING } from '../http/wording.ts';

/** How tools word refusals: with the names of their arguments. */
export const TOOL_WORDING: Wording = {
  names: {
    ...{ siteId: 'site_id', nextCursor: 'next_cursor' },
    ...{ bot: 'bot_name', page: 'page_path', orderBy: 'order_by' },
  },
  sentences: {
    ...HTTP_WORDING.sentences,
    OVERLOADED: 'The service is overloaded. Retry in a few seconds.',
    MISSING_SITE_ID: 'site_id is empty. list_sites lists the ids.',
  },
};

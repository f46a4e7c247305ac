import * as z from 'zod';
import { PURPOSES } from '../catalogue/purposes.ts';
import { type ReachCount, type ReachPage, REACH_STATES } from '../domain/sitemap.ts';
import { formatInstant } from '../domain/time.ts';
import type { ListPage } from '../operations/reading/paging.ts';
import type { Reach } from '../operations/reading/reach.ts';
import { LISTING, RANGE, botFilter, count, date, instant, nextCursor } from './parts.ts';

export const reachQuery = z.object({
  ...RANGE,
  bot: botFilter,
  company: z.string().min(1).optional().meta({ description: 'Only visits of the bots of this company.' }),
  purpose: z.enum(PURPOSES).optional().meta({ description: 'Only visits of bots of this purpose.' }),
});

export const reachPagesQuery = reachQuery.extend({
  state: z.enum(REACH_STATES).meta({ description: 'The state of the pages.', example: 'unread' }),
  search: z.string().min(1).optional().meta({
    description: 'Only paths that contain this text, as they are or percent-decoded; case matters.',
  }),
  ...LISTING,
});

const states = {
  read: count.meta({ description: 'Read on the UTC day of their last change or later, or without one.' }),
  stale: count.meta({ description: 'Read, but not since their last change.' }),
};

const median = z
  .number()
  .nullable()
  .meta({
    description:
      'The median of the days from the last change of a page to its first visit since, over the pages that were changed in ' +
      'the range and read since; null without any.',
  });

const section = z.object({
  path: z
    .string()
    .meta({ description: 'The first segment; "/" for pages without one, "(others)" for the rest.' }),
  pages: count,
  ...states,
  unread: count.meta({ description: 'Not read.' }),
});

const reader = z.object({ name: z.string(), ...states, median_days_to_read: median });

const visits = z.object({ page_path: z.string(), visits: count });

const reachShape = {
  updated_at: instant.meta({ description: 'When the list of the pages was made.' }),
  pages: count.meta({ description: 'The pages of the list: read, stale and unread together.' }),
  ...states,
  unread: section.shape.unread,
  median_days_to_read: median,
  sections: z.array(section).meta({ description: 'The 50 with most pages, then the rest together.' }),
  bots: z.array(reader).meta({ description: 'By what they read, most first; they overlap.' }),
  companies: z.array(reader).meta({ description: 'By what their bots read, most first; they overlap.' }),
  unlisted: z.array(visits).meta({ description: 'The 20 pages read most that the list lacks.' }),
};

/** The body of GET /api/v1/sites/{siteId}/reach. */
export const reachSchema = z
  .object({
    reach: z.object(reachShape).nullable().meta({ description: 'Null if the site has no list of pages.' }),
  })
  .meta({
    id: 'Reach',
    example: {
      reach: {
        updated_at: '2026-03-15T03:12:40.250Z',
        ...{ pages: 312, read: 206, stale: 38, unread: 68, median_days_to_read: 2 },
        sections: [{ path: '/blog/', pages: 142, read: 96, stale: 21, unread: 25 }],
        bots: [{ name: 'GPTBot', read: 190, stale: 31, median_days_to_read: 2.5 }],
        companies: [{ name: 'OpenAI', read: 198, stale: 29, median_days_to_read: 2 }],
        unlisted: [{ page_path: '/old-page', visits: 41 }],
      },
    },
  });

const page = z.object({
  page_path: z.string(),
  modified_on: date
    .nullable()
    .meta({ description: 'The UTC day of its last change; null if the sitemap has none.' }),
  last_read_on: date.nullable().meta({ description: 'The last day of the range on which a bot read it.' }),
  visits: count.meta({ description: 'How often bots read it in the range.' }),
});

/** The body of GET /api/v1/sites/{siteId}/reach/pages. */
export const reachPagesSchema = z
  .object({ pages: z.array(page).meta({ description: 'By path.' }), next_cursor: nextCursor })
  .meta({
    id: 'ReachPages',
    example: {
      pages: [{ page_path: '/blog/tea', modified_on: '2026-03-02', last_read_on: null, visits: 0 }],
      next_cursor: null,
    },
  });

export type ReachObject = z.input<z.ZodObject<typeof reachShape>>;

export type ReachPagesObject = z.input<typeof reachPagesSchema>;

export async function reachObject(found: Reach): Promise<ReachObject> {
  const [{ bots, companies }, unlisted] = await Promise.all([found.readers(), found.unlisted()]);
  const { pages, read, stale, unread, medianDaysToRead, sections } = found;
  return {
    updated_at: formatInstant(found.updatedAtMs),
    ...{ pages, read, stale, unread, median_days_to_read: medianDaysToRead },
    sections: [...sections],
    bots: bots.map(readerObject),
    companies: companies.map(readerObject),
    unlisted: unlisted.map(({ pagePath, visits }) => ({ page_path: pagePath, visits })),
  };
}

function readerObject({ name, read, stale, medianDaysToRead }: ReachCount): z.input<typeof reader> {
  return { name, read, stale, median_days_to_read: medianDaysToRead };
}

export function reachPagesObject({ items, nextCursor: next_cursor }: ListPage<ReachPage>): ReachPagesObject {
  const pages = items.map(({ pagePath, modifiedOn, lastReadOn, visits }) => {
    return { page_path: pagePath, modified_on: modifiedOn, last_read_on: lastReadOn, visits };
  });
  return { pages, next_cursor };
}

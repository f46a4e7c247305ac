import type { Generated } from 'kysely';
import type { RobotsOrigin } from '../domain/robots-version.ts';

/** What sites publish for robots. */
export type PublishedTables = {
  robots_versions: {
    id: Generated<number>;
    ruled_site_id: string;
    since: string;
    origin: RobotsOrigin;
    text: string;
  };
  /** When the list of a site's pages was made, and how many it has. */
  sitemaps: { site_id: string; updated_at: string; pages: number };
  sitemap_pages: {
    site_id: string;
    part: number;
    /** Normalised; the arrays below have an element for each of them. */
    paths: readonly string[];
    /** As the sitemap writes it; null where that is the same. */
    spellings: readonly (string | null)[];
    modified_on: readonly (string | null)[];
  };
};

import type { Returned } from '../answers/ask.ts';
import type { Problem } from '../answers/problem.ts';
import type { SiteTotalsQuery } from '../generated/graphql.ts';
import { countDays } from '../time/days.ts';
import type { Bounds } from '../time/range.ts';

export type SiteTotals = NonNullable<SiteTotalsQuery['sites']>[number];

/** What was read of a site with events in the range. */
export type SiteResult =
  | { readonly kind: 'read'; readonly site: SiteTotals }
  | { readonly kind: 'failed'; readonly message: string };

/** A way through the sites with events in the range, in the order of the list. */
export type Walk = {
  readonly results: ReadonlyMap<string, SiteResult>;
  /** The site after which the next step begins; null at the start. */
  readonly after: string | null;
  /** Whether it came to the end of the list. */
  readonly isDone: boolean;
};

export const START: Walk = { results: new Map(), after: null, isDone: false };

/** As many as the document asks for: each costs units of two budgets. */
export const STEP = 20;

/**
 * Lines are asked for up to so many days: a response has room for 200,000 values, and those of a step are five for each day
 * of its sites. The rest is for gaps and totals. A line has 118 px, and of more days would show no more.
 */
export const MOST_DAYS_OF_LINES = 1_500;

export const hasLines = ({ start, end }: Bounds): boolean => countDays(start, end) <= MOST_DAYS_OF_LINES;

/**
 * The walk after a step. Of a step that ran out of budget, the sites before the first one without its figures count: the
 * next step begins there. A site that was refused for another reason has failed, and holds nobody up.
 */
export function afterStep(walk: Walk, returned: Returned<SiteTotalsQuery>): Walk {
  const { problem } = returned;
  const sites = returned.data?.sites ?? undefined;
  const taken = takenOf(sites, returned);
  const last = taken.at(-1);
  const isDone = taken.length === sites?.length && taken.length < STEP;
  if (!last && !isDone) return walk;
  return {
    results: new Map([...walk.results, ...taken.map((site) => [site.id, resultOf(site, problem)] as const)]),
    after: last?.id ?? walk.after,
    isDone,
  };
}

function takenOf(
  sites: readonly SiteTotals[] = [],
  { problem, refused = [] }: Returned<SiteTotalsQuery>,
): readonly SiteTotals[] {
  if (problem?.kind !== 'limited') return sites;
  // of paths like `sites.3.stats`, the first place
  return sites.slice(0, Math.min(...refused.map((path) => Number(path.split('.')[1]))));
}

function resultOf(site: SiteTotals, problem: Problem | undefined): SiteResult {
  if (site.stats) return { kind: 'read', site };
  return { kind: 'failed', message: problem?.kind === 'refused' ? problem.message : 'It was refused.' };
}

/** What is known of a site in the range. */
export type Known = SiteResult | { readonly kind: 'unread' } | { readonly kind: 'none' };

/** Where the sites are on the list. */
type Places = ReadonlyMap<string, number>;

/** What is known of a site: of what was read now or, until this walk comes to it, of what was read before. */
export function knownOf(siteId: string, places: Places, [walk, ...before]: readonly Walk[]): Known {
  if (walk === undefined) return { kind: 'unread' };
  const passed = walk.isDone || (places.get(siteId) ?? 0) <= (places.get(walk.after ?? '') ?? -1);
  return walk.results.get(siteId) ?? (passed ? { kind: 'none' } : knownOf(siteId, places, before));
}

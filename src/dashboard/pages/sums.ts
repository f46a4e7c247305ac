import type { PagesFrameQuery } from '../generated/graphql.ts';
import { sumOf } from '../numbers.ts';
import type { PageFilters } from './filters.ts';

export type PagesSite = NonNullable<PagesFrameQuery['site']>;

/** Null is unknown. */
export type PageSums = {
  readonly botVisits: number | null;
  readonly referrals: number | null;
  readonly conversions: number | null;
  readonly failed: number | null;
  readonly bytes: number | null;
};

/** What all pages of the list have; undefined where no other count says so: of a search, and of two filters. */
export function togetherOf(site: PagesSite | undefined, filters: PageFilters): PageSums | undefined {
  const { search, bot, company, purpose } = filters;
  const stats = site?.stats;
  const named = [bot, company, purpose].filter(Boolean);
  if (!stats || search !== '' || named.length > 1) return undefined;
  return named.length === 0
    ? { ...stats.totals, failed: stats.failed, bytes: stats.bytes }
    : togetherOfBots(stats, site.companies ?? [], filters);
}

function togetherOfBots(
  stats: NonNullable<PagesSite['stats']>,
  companies: NonNullable<PagesSite['companies']>,
  { bot, company, purpose }: PageFilters,
): PageSums {
  const unknown = { botVisits: null, referrals: null, conversions: null, failed: null, bytes: null };
  if (company !== '') return { ...unknown, ...companies.find((one) => one.company === company) };
  const counts: readonly { readonly count: number }[] =
    bot === ''
      ? stats.purposes.filter((one) => one.purpose === purpose)
      : stats.botBreakdown.filter(({ botName }) => botName === bot);
  return { ...unknown, botVisits: sumOf(counts, ({ count }) => count) };
}

/** What is left of all without these; unknown where one of them is. */
export function minus(all: PageSums, these: PageSums): PageSums {
  const left = (field: keyof PageSums) => {
    const [whole, part] = [all[field], these[field]];
    return whole === null || part === null ? null : Math.max(0, whole - part);
  };
  return {
    botVisits: left('botVisits'),
    referrals: left('referrals'),
    conversions: left('conversions'),
    failed: left('failed'),
    bytes: left('bytes'),
  };
}

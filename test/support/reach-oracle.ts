import type { PageVisits, ReachCount, ReachPage, ReachState } from '../../src/domain/sitemap.ts';

/** A visit of a bot, as far as reach depends on it. */
export type ReachVisit = {
  readonly path: string;
  readonly day: string;
  readonly bot: string;
  readonly company: string;
  readonly status: number | null;
};

export type ModelPage = { readonly path: string; readonly modifiedOn: string | null };

export type Model = {
  readonly visits: readonly ReachVisit[];
  readonly pages: readonly ModelPage[];
  /** The first and last day. */
  readonly start: string;
  readonly end: string;
};

/** RFC 3986, 6.2.2, without code of the product. */
export function oraclePath(path: string): string {
  const [bare = ''] = path.split('?');
  const encoded = Array.from(bare, (character) =>
    /[!#&'()*+,/0-9:;=@A-Z[\]_a-z~.$%-]/.test(character) ? character : encodeURIComponent(character),
  ).join('');
  return encoded.replace(/%([\da-f]{2})?/gi, (found, hex?: string) => {
    if (hex === undefined) return '%25';
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[\w.~-]/.test(character) ? character : found.toUpperCase();
  });
}

type Judged = ModelPage & {
  readonly visits: readonly ReachVisit[];
  readonly state: ReachState;
  readonly daysToRead: number | undefined;
};

function judge({ visits, pages, start, end }: Model): readonly Judged[] {
  const counted = visits.filter(({ day, status }) => day >= start && day <= end && (status ?? 200) < 400);
  return pages.map((page) => {
    const own = counted.filter(({ path }) => oraclePath(path) === page.path);
    const since = own.filter(({ day }) => page.modifiedOn === null || day >= page.modifiedOn);
    const state = own.length === 0 ? 'unread' : since.length === 0 ? 'stale' : 'read';
    const isMeasured = page.modifiedOn !== null && page.modifiedOn >= start && page.modifiedOn <= end;
    const [first] = since.map(({ day }) => day).sort();
    const daysToRead = isMeasured && first !== undefined ? daysBetween(page.modifiedOn, first) : undefined;
    return { ...page, visits: own, state, daysToRead };
  });
}

function daysBetween(one: string | null, other: string): number {
  return (Date.parse(other) - Date.parse(one ?? '')) / 86_400_000;
}

function median(pages: readonly Judged[]): number | null {
  const sorted = pages.flatMap(({ daysToRead }) => daysToRead ?? []).sort((one, other) => one - other);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return middle.length === 0 ? null : middle.reduce((sum, days) => sum + days, 0) / middle.length;
}

const count = (pages: readonly Judged[], state: ReachState) =>
  pages.filter((page) => page.state === state).length;

function countsOf(pages: readonly Judged[]) {
  const [read, stale, unread] = [count(pages, 'read'), count(pages, 'stale'), count(pages, 'unread')];
  return { pages: pages.length, read, stale, unread };
}

export function oracleSections(model: Model) {
  const judged = judge(model);
  const names = [...new Set(judged.map(({ path }) => sectionOf(path)))];
  const sections = names.map((path) => {
    return { path, ...countsOf(judged.filter((page) => sectionOf(page.path) === path)) };
  });
  const ordered = sections.toSorted((a, b) => b.pages - a.pages || (a.path < b.path ? -1 : 1));
  return { sections: ordered, medianDaysToRead: median(judged) };
}

function sectionOf(path: string): string {
  const [, segment = ''] = path.split('/');
  return segment === '' ? '/' : `/${segment}/`;
}

export function oracleReaders(model: Model, keyOf: (visit: ReachVisit) => string): readonly ReachCount[] {
  return [...new Set(model.visits.map(keyOf))]
    .map((name) => {
      const judged = judge({ ...model, visits: model.visits.filter((visit) => keyOf(visit) === name) });
      return {
        name,
        read: count(judged, 'read'),
        stale: count(judged, 'stale'),
        medianDaysToRead: median(judged),
      };
    })
    .filter(({ read, stale }) => read + stale > 0)
    .sort((a, b) => b.read - a.read || b.stale - a.stale || (a.name < b.name ? -1 : 1));
}

export function oracleList(model: Model, state: ReachState): readonly ReachPage[] {
  return judge(model)
    .filter((page) => page.state === state)
    .map(({ path, modifiedOn, visits }) => {
      const lastReadOn =
        visits
          .map(({ day }) => day)
          .sort()
          .at(-1) ?? null;
      return { pagePath: path, modifiedOn, lastReadOn, visits: visits.length };
    })
    .sort((a, b) => (a.pagePath < b.pagePath ? -1 : 1));
}

export function oracleUnlisted({ visits, pages, start, end }: Model): readonly PageVisits[] {
  const listed = new Set(pages.map(({ path }) => path));
  const counts = new Map<string, number>();
  for (const { path, day, status } of visits) {
    const normal = oraclePath(path);
    if (day >= start && day <= end && (status ?? 200) < 400 && !listed.has(normal))
      counts.set(normal, (counts.get(normal) ?? 0) + 1);
  }
  return [...counts]
    .map(([pagePath, visits]) => ({ pagePath, visits }))
    .sort((a, b) => b.visits - a.visits || (a.pagePath < b.pagePath ? -1 : 1));
}

/** By the path as it was recorded. */
export function oracleStates(model: Model, paths: readonly string[]): ReadonlyMap<string, ReachState> {
  const states = new Map(judge(model).map(({ path, state }) => [path, state]));
  return new Map(
    paths.flatMap((path) => {
      const state = states.get(oraclePath(path));
      return state === undefined ? [] : [[path, state] as const];
    }),
  );
}

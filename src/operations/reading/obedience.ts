import type { BotPurpose } from '../../catalogue/bots.ts';
import { findBot } from '../../catalogue/find-bot.ts';
import { purposeOf } from '../../catalogue/purposes.ts';
import type { RequestContext } from '../../context.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import { ruleOf } from '../../domain/robots-version.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import type { PageVisits } from '../../domain/sitemap.ts';
import {
  type BotSums,
  type BrokenByBot,
  type LastReading,
  listBrokenRules,
  listLastReadings,
  listPagesOfRules,
  sumObedience,
} from '../../queries/obedience.ts';
import type { VersionTime } from '../../queries/robots-versions.ts';
import { versionAt } from '../../robots/reliance.ts';
import { accessSite } from '../access.ts';
import { type RangeRequest, parseRange, requireSiteId, shownTo, spend } from '../rules.ts';
import { byName } from './by-name.ts';
import { judgedUntil } from './judged-until.ts';

/** How many visits are allowed by robots.txt, against it, and neither as far as is known. They add up. */
export type VisitsByState = {
  readonly visits: number;
  readonly allowed: number;
  readonly against: number;
  readonly unknown: number;
};

export type Obedience = VisitsByState & {
  readonly range: TimeRange;
  /** Visits after it are in no count; null if none was ever judged. */
  readonly judgedUntilMs: number | null;
  /** Those with visits, by most visits against the rules, then by most visits, then by name. */
  readonly bots: readonly BotObedience[];
  /** The ten that were broken most. */
  readonly rules: readonly BrokenRule[];
};

export type BotObedience = VisitsByState & {
  readonly botName: string;
  readonly botCompany: string;
  readonly purpose: BotPurpose;
  /** As its operator documents; null if it documents nothing. */
  readonly followsRobots: boolean | null;
  /** When it last read robots.txt by the end of the range; null if it never did, or before the days of a share link. */
  readonly lastReadMs: number | null;
  /** The number of the version that it read then; null if there was none or none is known. */
  readonly lastReadVersion: number | null;
  /** The ten that it broke most. */
  readonly rules: readonly BrokenRule[];
};

export type BrokenRule = {
  readonly rule: string;
  readonly group: string;
  readonly line: number;
  /** The number of the version that has it. */
  readonly version: number;
  readonly visits: number;
  readonly bots: readonly string[];
  /** The five pages on which it was broken most. */
  readonly pages: () => Promise<readonly PageVisits[]>;
};

/** Whether bots did what robots.txt asked for, over whole days. Draws on the budget "insight". */
export async function obedience(ctx: RequestContext, request: RangeRequest): Promise<Obedience> {
  await spend(ctx, 'insight');
  const siteId = requireSiteId(request.siteId);
  const range = parseRange(ctx, request);
  const site = await accessSite(ctx, siteId, 'view');
  return readObedience(ctx, site, range);
}

/** What is judged of a range of days. */
export async function readObedience(
  ctx: RequestContext,
  site: AccessibleSite<'view'>,
  range: TimeRange,
): Promise<Obedience> {
  const { db } = ctx;
  const { atMs, untilDayMs, versions } = await judgedUntil(db, site, ctx.nowMs);
  const judged = { ...range, untilMs: Math.min(range.untilMs, untilDayMs) };
  const isEmpty = judged.untilMs <= judged.fromMs;
  const [found, broken] = isEmpty
    ? [[], []]
    : await Promise.all([sumObedience(db, site, judged), listBrokenRules(db, site, judged)]);
  const sums = byName(found);
  const names = sums.map(({ name }) => name);
  const readings = await listLastReadings(db, site, names, range.untilMs);
  const rules = describeRules({ broken, versions, pages: pagesReader(ctx, site, judged, broken) });
  const shown = readings.filter(({ atMs: readMs }) => readMs >= shownTo(ctx).fromMs);
  const lastOf = new Map(shown.map((reading) => [reading.name, reading]));
  const bots = sums.map((bot) => describeBot(ctx, bot, { versions, rules, last: lastOf.get(bot.name) }));
  return { range, judgedUntilMs: atMs, ...added(bots), bots, rules: rules.ofAll };
}

function added(parts: readonly VisitsByState[]): VisitsByState {
  const sum = (of: keyof VisitsByState) => parts.reduce((all, part) => all + part[of], 0);
  return { visits: sum('visits'), allowed: sum('allowed'), against: sum('against'), unknown: sum('unknown') };
}

type Described = {
  readonly versions: readonly VersionTime[];
  readonly rules: Rules;
  readonly last: LastReading | undefined;
};

function describeBot(
  { catalogue }: RequestContext,
  { name, company, allowed, against, unknown }: BotSums,
  { versions, rules, last }: Described,
): BotObedience {
  const read = last && !last.isMissing ? versionAt(versions, last.atMs) : undefined;
  return {
    botName: name,
    botCompany: company,
    purpose: purposeOf(catalogue, name),
    followsRobots: findBot(catalogue, name)?.followsRobots ?? null,
    visits: allowed + against + unknown,
    ...{ allowed, against, unknown },
    lastReadMs: last?.atMs ?? null,
    lastReadVersion: read === undefined ? null : read + 1,
    rules: rules.ofBot(name),
  };
}

type Rules = {
  readonly ofAll: readonly BrokenRule[];
  readonly ofBot: (name: string) => readonly BrokenRule[];
};

type ReadPages = (rule: number, name: string | null) => Promise<readonly PageVisits[]>;

function describeRules({
  broken,
  versions,
  pages,
}: {
  readonly broken: readonly BrokenByBot[];
  readonly versions: readonly VersionTime[];
  readonly pages: ReadPages;
}): Rules {
  const describe = (
    { rule: id, text, group }: BrokenByBot,
    { visits, bots, name }: { visits: number; bots: readonly string[]; name: string | null },
  ): BrokenRule[] => {
    const { versionId, line } = ruleOf(id);
    const version = versions.findIndex((one) => one.id === versionId) + 1;
    // one that was deleted just now
    if (version === 0) return [];
    return [{ rule: text, group, line, version, visits, bots, pages: () => pages(id, name) }];
  };
  const most = new Map(broken.filter(({ isOfAll }) => isOfAll).map((one) => [one.rule, one]));
  const namesOf = (id: number) => broken.filter(({ rule }) => rule === id).map(({ name }) => name);
  return {
    ofAll: [...most.values()]
      .toSorted((one, other) => other.total - one.total || one.rule - other.rule)
      .flatMap((one) => describe(one, { visits: one.total, bots: namesOf(one.rule), name: null })),
    ofBot: (botName) =>
      broken
        .filter(({ isOfBot, name }) => isOfBot && name === botName)
        .flatMap((one) => describe(one, { visits: one.visits, bots: [botName], name: botName })),
  };
}

/** Pages are read once they are asked for: of all rules at once, and of all rules of all bots at once. */
function pagesReader(
  { db }: RequestContext,
  site: AccessibleSite<'view'>,
  range: TimeRange,
  broken: readonly BrokenByBot[],
): ReadPages {
  const read = (byBot: boolean) => {
    const listed = broken.filter(({ isOfBot, isOfAll }) => (byBot ? isOfBot : isOfAll));
    return listPagesOfRules(db, site, { range, byBot, rules: [...new Set(listed.map(({ rule }) => rule))] });
  };
  let ofAll: ReturnType<typeof read> | undefined;
  let ofBots: ReturnType<typeof read> | undefined;
  return async (rule, name) => {
    const pages = await (name === null ? (ofAll ??= read(false)) : (ofBots ??= read(true)));
    return pages.filter((page) => page.rule === rule && page.name === name);
  };
}

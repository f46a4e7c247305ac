import { LRUCache } from 'lru-cache';
import { findBot } from '../../catalogue/find-bot.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import { DAY_MS } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { type VersionTime, listRobotsTexts } from '../../queries/robots-versions.ts';
import { type Judge, createJudge } from '../../robots/judge.ts';
import { type Robots, isFree, parseRobots } from '../../robots/parse-robots.ts';
import { MISSING, versionAt } from '../../robots/reliance.ts';

/** A version that was parsed, with a judge for each token that was asked for. */
type Parsed = { readonly robots: Robots; readonly judges: Map<string, Judge> };

/** In octets of text. What is parsed of it takes a few times as much. */
const MOST_TEXT = 2_000_000;

/** Versions never change, so what is parsed is kept for as long as there is room; of each database, which has ids of its own. */
const kept = new WeakMap<Database, LRUCache<number, Parsed>>();

/** The versions of a site by which visits of a range may be judged, and how each of them judges a bot. */
export type RobotsOfSite = {
  /** How a bot is judged by a version of that range; undefined for a bot that no rule can name. */
  readonly judgesOf: (botName: string) => ((version: number) => Judge) | undefined;
  /** Versions without a rule for the bot are as good as a missing one. */
  readonly sameAs: (botName: string, version: number) => number;
};

/** Loads the versions that were in force in a range or the day before it. */
export async function robotsOf(
  db: Database,
  catalogue: Catalogue,
  versions: readonly VersionTime[],
  { fromMs, untilMs }: TimeRange,
): Promise<RobotsOfSite> {
  const first = versionAt(versions, fromMs - DAY_MS) ?? 0;
  const last = versionAt(versions, untilMs) ?? -1;
  const loaded = await loadParsed(
    db,
    versions.slice(first, last + 1).map(({ id }) => id),
  );
  const parsedOf = (version: number) => {
    const found = loaded.get(versions[version]?.id ?? NaN);
    if (found === undefined) throw new Error(`version ${version} is not of the range`);
    return found;
  };
  const tokenOf = (botName: string) => findBot(catalogue, botName)?.robotsToken ?? undefined;
  return {
    judgesOf(botName) {
      const token = tokenOf(botName);
      return token === undefined ? undefined : (version) => judgeOf(parsedOf(version), token);
    },
    sameAs(botName, version) {
      const token = tokenOf(botName);
      if (version === MISSING || token === undefined) return version;
      return isFree(parsedOf(version).robots, token) ? MISSING : version;
    },
  };
}

async function loadParsed(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, Parsed>> {
  const parsed = keptOf(db);
  const found = new Map<number, Parsed>();
  for (const id of ids) {
    const known = parsed.get(id);
    if (known) found.set(id, known);
  }
  const missing = ids.filter((id) => !found.has(id));
  for (const { id, text } of await listRobotsTexts(db, missing)) {
    const value = { robots: parseRobots(text), judges: new Map<string, Judge>() };
    found.set(id, value);
    parsed.set(id, value, { size: text.length + 1 });
  }
  return found;
}

function keptOf(db: Database): LRUCache<number, Parsed> {
  let parsed = kept.get(db);
  if (parsed === undefined) kept.set(db, (parsed = new LRUCache({ maxSize: MOST_TEXT })));
  return parsed;
}

function judgeOf({ robots, judges }: Parsed, token: string): Judge {
  let judge = judges.get(token);
  if (judge === undefined) judges.set(token, (judge = createJudge(robots, token)));
  return judge;
}

import { findBot } from '../../src/catalogue/find-bot.ts';
import { INSTALLED } from '../../src/catalogue/catalogue.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { createJudge } from '../../src/robots/judge.ts';
import { parseRobots } from '../../src/robots/parse-robots.ts';

export type ModelVisit = {
  readonly atMs: number;
  readonly name: string;
  readonly path: string;
  readonly status: number | null;
};
export type ModelVersion = { readonly id: number; readonly sinceMs: number; readonly text: string };

type World = { readonly visits: readonly ModelVisit[]; readonly versions: readonly ModelVersion[] };

/** What the contract says of the visits of a range, each judged by looking at all visits and versions. */
export function judgedByModel(world: World, fromMs: number, untilMs: number) {
  const bots = new Map<string, { name: string; allowed: number; against: number; unknown: number }>();
  const rules = new Map<string, { versionId: number; line: number; name: string; visits: number }>();
  for (const visit of world.visits) {
    if (visit.atMs < fromMs || visit.atMs >= untilMs) continue;
    const { name } = visit;
    const sums = bots.get(name) ?? { name, allowed: 0, against: 0, unknown: 0 };
    bots.set(name, sums);
    const judged = judgeVisit(world, visit);
    sums[judged.state] += 1;
    if (judged.state !== 'against') continue;
    const { versionId, line } = judged;
    const key = `${versionId} ${line} ${name}`;
    const rule = rules.get(key) ?? { versionId, line, name, visits: 0 };
    rules.set(key, rule);
    rule.visits += 1;
  }
  return {
    bots: [...bots.values()].toSorted((one, other) => one.name.localeCompare(other.name)),
    rules: [...rules.values()].toSorted((one, other) =>
      JSON.stringify(one).localeCompare(JSON.stringify(other)),
    ),
  };
}

type Judged =
  | { readonly state: 'allowed' | 'unknown' }
  | { readonly state: 'against'; readonly versionId: number; readonly line: number };

function judgeVisit(world: World, { atMs, name, path }: ModelVisit): Judged {
  if (path === '/robots.txt') return { state: 'allowed' };
  const token = findBot(INSTALLED, name)?.robotsToken ?? '';
  const relied = token === '' ? undefined : reliedOn(world, name, atMs);
  if (relied === undefined) return { state: 'unknown' };
  const judged = relied.versions.map(({ id, text }) => {
    return { id, ...createJudge(parseRobots(text), token)(path) };
  });
  return agreed(judged, relied.isMissing);
}

type JudgedBy = ReturnType<ReturnType<typeof createJudge>> & { readonly id: number };

/** What all say alike, by the newest. */
function agreed(judged: readonly JudgedBy[], isMissing: boolean): Judged {
  const states = new Set<string>(judged.map(({ state }) => state));
  if (isMissing) states.add('allowed');
  const [state] = states.size === 1 ? states : ['unknown'];
  const newest = judged.at(-1);
  if (state === 'against' && newest?.rule) return { state, versionId: newest.id, line: newest.rule.line };
  return { state: state === 'allowed' ? state : 'unknown' };
}

/** What the bot read in the 24 hours before; if nothing, all that was in force in them; undefined if that is not known. */
function reliedOn({ visits, versions }: World, name: string, atMs: number) {
  const fromMs = atMs - DAY_MS;
  const inOrder = versions.toSorted((one, other) => one.sinceMs - other.sinceMs);
  const inForceAt = (timeMs: number) => inOrder.findLast(({ sinceMs }) => sinceMs <= timeMs);
  const isRecent = (timeMs: number) => timeMs > fromMs && timeMs <= atMs;
  const readings = visits.filter(
    (visit) => visit.name === name && visit.path === '/robots.txt' && isRecent(visit.atMs),
  );
  const isMissing = readings.some(({ status }) => status !== null && status >= 400 && status < 500);
  const told = readings.filter(({ status }) => [null, 200, 304].includes(status));
  const read = new Set(told.flatMap((reading) => inForceAt(reading.atMs) ?? []));
  if (read.size > 0 || isMissing) return { isMissing, versions: inOrder.filter((one) => read.has(one)) };
  const first = inForceAt(fromMs);
  if (first === undefined) return undefined;
  return { isMissing, versions: inOrder.filter((one) => one === first || isRecent(one.sinceMs)) };
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { DAY_MS, HOUR_MS, formatInstant } from '../../src/domain/time.ts';
import { ruleId, ruleOf } from '../../src/domain/robots-version.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { deleteRobotsVersion } from '../../src/operations/owner/robots-versions.ts';
import { deleteSiteEvents } from '../../src/queries/delete-events.ts';
import { MOST_RULES, listBrokenRules, sumObedience } from '../../src/queries/obedience.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { botVisit, recordCounted } from '../support/makers.ts';
import { newSite } from '../queries/support.ts';
import { addVersion, judge } from './support.ts';
import { type ModelVersion, type ModelVisit, judgedByModel } from './model.ts';

/** How many orders are tried, and how many visits are recorded at a time at most; what they come to is printed if they are given. */
const ORDERS = process.env['RANDOM_ORDERS'];
const MOST_VISITS = Number(process.env['RANDOM_VISITS'] ?? 12);

/** The visits are of the four days before; the month ends among them. */
const NOW = Date.parse('2026-03-03T00:00:00Z');
const FIRST = NOW - 4 * DAY_MS;

const TEXTS = [
  '',
  'User-agent: *\nDisallow: /',
  'User-agent: *\nDisallow: /a\nAllow: /a/b\n\nUser-agent: ClaudeBot\nDisallow: /c?x=1\nDisallow: /a/b',
  'User-agent: GPTBot\nUser-agent: CCBot\nAllow: /\nDisallow: /a\n\nUser-agent: *\nDisallow: /c',
  'User-agent: *\nDisallow: /a\n# another text that says the same\n',
];
/** The last has no token by which rules could name it. */
const BOTS = ['GPTBot', 'ClaudeBot', 'CCBot', 'Nobody'];
const PATHS = ['/a', '/a/b', '/c', '/robots.txt', '/robots.txt', '/', '/a\x1f"b\n'];
const STATUSES = [200, 304, 404, 500, null];

const instants = fc
  .integer({ min: 0, max: 4 * 24 * 4 - 1 })
  .map((quarter) => FIRST + (quarter * HOUR_MS) / 4);
const visits = fc.record({
  atMs: instants,
  name: fc.constantFrom(...BOTS),
  path: fc.constantFrom(...PATHS),
  status: fc.constantFrom(...STATUSES),
});
const addedVersions = fc.record({
  kind: fc.constant('version'),
  sinceMs: instants,
  text: fc.constantFrom(...TEXTS),
});
const otherSteps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('record'),
      visits: fc.array(visits, { minLength: 1, maxLength: MOST_VISITS, size: 'max' }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget'), nth: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire'), day: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('judge'), hours: fc.integer({ min: 0, max: 30 }) }) },
);

/** In any order, with the ten versions in each of them if orders are asked for. */
const orders = fc
  .tuple(
    fc.array(addedVersions, { minLength: ORDERS === undefined ? 0 : 10, maxLength: 10 }),
    fc.array(otherSteps, { minLength: 4, maxLength: 10 }),
  )
  .map(([versions, others]) => [...versions, ...others])
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));

type Step = typeof orders extends fc.Arbitrary<(infer Value)[]> ? Value : never;

/** What a site has, beside what the model knows of it. */
type World = {
  readonly db: Database;
  readonly site: Awaited<ReturnType<typeof newSite>>;
  visits: ModelVisit[];
  versions: ModelVersion[];
  nowMs: number;
};

async function take(world: World, step: Step): Promise<void> {
  const { db, site } = world;
  switch (step.kind) {
    case 'record':
      world.visits.push(...step.visits);
      return recordCounted(
        db,
        site,
        step.visits.map(({ atMs, name, path, status }) =>
          botVisit(formatInstant(atMs), { botName: name, botCompany: 'Some', pagePath: path, status }),
        ),
      );
    case 'version': {
      const { sinceMs, text } = step;
      if (world.versions.some((version) => version.sinceMs === sinceMs)) return;
      const id = await addVersion(db, site.id, { sinceMs, text, nowMs: NOW });
      if (!world.versions.some((version) => version.id === id)) world.versions.push({ id, sinceMs, text });
      return;
    }
    case 'forget': {
      const [version] = world.versions.splice(step.nth, 1);
      if (version) await deleteRobotsVersion(byOperator(db, NOW), version.id);
      return;
    }
    case 'expire': {
      const beforeMs = FIRST + step.day * DAY_MS;
      world.visits = world.visits.filter(({ atMs }) => atMs >= beforeMs);
      await deleteSiteEvents(db, site.id, { beforeMs });
      return;
    }
    case 'judge':
      // days begin and end meanwhile
      world.nowMs += step.hours * HOUR_MS;
      return judge(db, world.nowMs);
  }
}

/** What the product says of the days of a range. */
async function found({ db, site }: World, fromMs: number, untilMs: number) {
  const sums = await sumObedience(db, site, { fromMs, untilMs });
  const rules = await listBrokenRules(db, site, { fromMs, untilMs });
  return {
    bots: sums
      .map(({ name, allowed, against, unknown }) => ({ name, allowed, against, unknown }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    rules: rules
      .map(({ rule, name, visits: count }) => ({ ...ruleOf(rule), name, visits: count }))
      .toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other))),
  };
}

type BrokenByModel = ReturnType<typeof judgedByModel>['rules'][number];

/** Those that are among the ten that were broken most, by their bot or by all; of two that were as often, the earlier one. */
function mostBroken(rules: readonly BrokenByModel[]): readonly BrokenByModel[] {
  const idOf = ({ versionId, line }: BrokenByModel) => ruleId(versionId, line);
  const most = (counts: ReadonlyMap<number, number>) =>
    [...counts]
      .toSorted(([one, visits], [other, others]) => others - visits || one - other)
      .slice(0, MOST_RULES)
      .map(([id]) => id);
  const sums = (some: readonly BrokenByModel[]) => {
    const counts = new Map<number, number>();
    for (const rule of some) counts.set(idOf(rule), (counts.get(idOf(rule)) ?? 0) + rule.visits);
    return counts;
  };
  const ofAll = most(sums(rules));
  return rules.filter((rule) => {
    const ofBot = most(sums(rules.filter(({ name }) => name === rule.name)));
    return ofAll.includes(idOf(rule)) || ofBot.includes(idOf(rule));
  });
}

it('visits, versions and deletions in any order are judged as one does who looks at everything at the end', async () => {
  const db = openPool(await freshDatabase(), 3);
  const generated = { orders: 0, visits: 0, versions: 0 };
  await fc.assert(
    fc.asyncProperty(orders, async (taken) => {
      const world: World = { db, site: await newSite(db), visits: [], versions: [], nowMs: FIRST + DAY_MS };
      for (const step of taken) {
        await take(world, step);
        if (step.kind === 'record') generated.visits += step.visits.length;
        if (step.kind === 'version') generated.versions += 1;
      }
      generated.orders += 1;
      await judge(db, Math.max(world.nowMs, NOW));
      for (const [first, days] of [
        [0, 4],
        [1, 1],
        [2, 2],
      ] as const) {
        const [fromMs, untilMs] = [FIRST + first * DAY_MS, FIRST + (first + days) * DAY_MS];
        const { bots, rules } = judgedByModel(world, fromMs, untilMs);
        expect(await found(world, fromMs, untilMs)).toEqual({ bots, rules: mostBroken(rules) });
      }
      const marked = await db
        .selectFrom('events')
        .select((eb) => eb.fn.count<number>('broken_rule').as('broken'))
        .where('site_id', '=', world.site.id)
        .executeTakeFirstOrThrow();
      const { bots } = judgedByModel(world, FIRST, NOW);
      expect(marked.broken).toBe(bots.reduce((sum, { against }) => sum + against, 0));
    }),
    // to make a case of thousands of visits smaller takes minutes
    { numRuns: Number(ORDERS ?? 25), endOnFailure: ORDERS !== undefined },
  );
  if (ORDERS !== undefined) console.log(generated);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJudge } from '../../src/robots/judge.ts';
import { createVisitJudge } from '../../src/robots/judge-visit.ts';
import { parseRobots } from '../../src/robots/parse-robots.ts';
import type { Reading } from '../../src/robots/reliance.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/time.ts';

const T = Date.parse('2026-03-10T12:00:00Z');

const FREE = '';
const CLOSED = 'User-agent: *\nDisallow: /';
const NO_A = 'User-agent: *\nDisallow: /a';
const BUT_A = 'User-agent: *\nDisallow: /\nAllow: /a';

type Version = readonly [sinceMs: number, text: string];

const pause = () => undefined;

/** What a visit of /a at a time is. */
async function judged(
  versions: readonly Version[],
  readings: readonly Reading[],
  atMs: number,
  token = 'bot',
) {
  const judges = versions.map(([, text]) => createJudge(parseRobots(text), token));
  const judgeOf = (version: number) => judges[version] ?? expect.unreachable();
  const inForce = versions.map(([sinceMs]) => ({ sinceMs }));
  const found = await createVisitJudge(inForce, readings, { judgeOf, pause })(atMs, '/a');
  return found.state === 'against' ? `against ${found.version}` : found.state;
}

/** What visits at some times are. */
const judgedAt = async (
  versions: readonly Version[],
  readings: readonly Reading[],
  times: readonly number[],
) => Promise.all(times.map((atMs) => judged(versions, readings, atMs)));

const read = (atMs: number): Reading => ({ atMs, isMissing: false });
const missed = (atMs: number): Reading => ({ atMs, isMissing: true });

describe('a bot that read no robots.txt for a day', () => {
  it('is judged by all that was in force in that day', async () => {
    const changed: readonly Version[] = [
      [T - 30 * DAY_MS, CLOSED],
      [T, FREE],
    ];
    expect(await judgedAt(changed, [], [T - 1, T, T + DAY_MS - 1, T + DAY_MS])).toEqual([
      ...['against 0', 'unknown', 'unknown', 'allowed'],
    ]);
  });

  it('is judged by the newest of those that agree', async () => {
    const stricter: readonly Version[] = [
      [T - 30 * DAY_MS, NO_A],
      [T, CLOSED],
    ];
    expect(await judgedAt(stricter, [], [T - 1, T, T + DAY_MS])).toEqual([
      ...['against 0', 'against 1', 'against 1'],
    ]);
  });

  it('is not judged while it is not known what was in force in all of that day', async () => {
    const first: readonly Version[] = [[T, CLOSED]];
    expect(await judgedAt(first, [], [T - 1, T, T + DAY_MS - 1, T + DAY_MS])).toEqual([
      ...['unknown', 'unknown', 'unknown', 'against 0'],
    ]);
    expect(await judged([], [], T)).toBe('unknown');
  });
});

describe('a bot that read robots.txt', () => {
  const versions: readonly Version[] = [
    [T - 30 * DAY_MS, CLOSED],
    [T, FREE],
  ];

  it('is judged by what it read, for 24 hours', async () => {
    const times = [T + 1, T + DAY_MS - HOUR_MS - 1, T + DAY_MS - HOUR_MS];
    expect(await judgedAt(versions, [read(T - HOUR_MS)], times)).toEqual([
      ...['against 0', 'against 0', 'unknown'],
    ]);
  });

  it('is judged from the moment at which it read, which counts', async () => {
    expect(await judgedAt(versions, [read(T)], [T - 1, T])).toEqual(['against 0', 'allowed']);
  });

  it('may rely on each version that it read in that time', async () => {
    const readings = [read(T - HOUR_MS), read(T + HOUR_MS)];
    expect(await judgedAt(versions, readings, [T, T + HOUR_MS, T + DAY_MS - HOUR_MS])).toEqual([
      'against 0',
      'unknown',
      'allowed',
    ]);
  });

  it('reads nothing while no version is known, and that all is allowed if there is none', async () => {
    const first: readonly Version[] = [[T, CLOSED]];
    expect(await judged(first, [read(T - HOUR_MS)], T + HOUR_MS)).toBe('unknown');
    expect(await judged(first, [missed(T - HOUR_MS)], T + HOUR_MS)).toBe('allowed');
    expect(await judged(first, [missed(T - HOUR_MS), read(T)], T + HOUR_MS)).toBe('unknown');
    expect(await judged([], [missed(T - HOUR_MS)], T + HOUR_MS)).toBe('allowed');
  });
});

it('lets everybody have robots.txt, and knows nothing else of a bot without a token', async () => {
  const judge = createVisitJudge([{ sinceMs: T - 9 * DAY_MS }], [], { judgeOf: undefined, pause });
  const stateOf = async (path: string) => (await judge(T, path)).state;
  expect(await Promise.all(['/robots.txt', '/%72obots.txt', '/a', '/robots.txt/'].map(stateOf))).toEqual([
    ...['allowed', 'allowed', 'unknown', 'unknown'],
  ]);
});

it('lets others have their turn before each further version', async () => {
  const done: string[] = [];
  const closed = createJudge(parseRobots(CLOSED), 'bot');
  const versions = [T - 30 * DAY_MS, T - 2 * HOUR_MS, T - HOUR_MS].map((sinceMs) => ({ sinceMs }));
  const judge = createVisitJudge(versions, [], {
    judgeOf: (version) => (path) => {
      done.push(`version ${version}`);
      return closed(path);
    },
    async pause() {
      await new Promise(setImmediate);
      done.push('others');
    },
  });
  expect((await judge(T, '/a')).state).toBe('against');
  expect(done).toEqual(['version 2', 'others', 'version 1', 'others', 'version 0']);
});

it('judges as one does who looks at every version and reading for each visit', async () => {
  const hours = fc.integer({ min: 0, max: 120 });
  const texts = [FREE, CLOSED, NO_A, BUT_A];
  const someVersions = fc.uniqueArray(fc.tuple(hours, fc.constantFrom(...texts)), {
    ...{ maxLength: 6, selector: ([hour]) => hour },
  });
  const someReadings = fc.array(fc.tuple(hours, fc.boolean()), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(someVersions, someReadings, hours, async (ofVersions, ofReadings, hour) => {
      const versions = ofVersions
        .map(([at, text]) => [T + at * HOUR_MS, text] as const)
        .toSorted((one, other) => one[0] - other[0]);
      const readings = ofReadings.map(([at, isMissing]) => ({ atMs: T + at * HOUR_MS, isMissing }));
      const atMs = T + hour * HOUR_MS;
      expect(await judged(versions, readings, atMs)).toBe(judgedBySearch(versions, readings, atMs));
    }),
    { numRuns: 2_000 },
  );
});

/** The rule of the contract, word by word. */
function judgedBySearch(versions: readonly Version[], readings: readonly Reading[], atMs: number): string {
  const fromMs = atMs - DAY_MS;
  const inForceAt = (timeMs: number) => versions.findLastIndex(([sinceMs]) => sinceMs <= timeMs);
  const recent = readings.filter((reading) => reading.atMs > fromMs && reading.atMs <= atMs);
  const isAllowed = recent.some(({ isMissing }) => isMissing);
  const read = recent.filter(({ isMissing }) => !isMissing).map((reading) => inForceAt(reading.atMs));
  let relied = [...new Set(read)].filter((version) => version >= 0);
  if (relied.length === 0 && !isAllowed) {
    if (inForceAt(fromMs) < 0) return 'unknown';
    relied = [...versions.keys()].filter((index) => {
      const sinceMs = versions[index]?.[0] ?? NaN;
      return index === inForceAt(fromMs) || (sinceMs > fromMs && sinceMs <= atMs);
    });
  }
  const forbids = relied.map((version) => [CLOSED, NO_A].includes(versions[version]?.[1] ?? FREE));
  if (isAllowed) forbids.push(false);
  if (forbids.every(Boolean)) return `against ${Math.max(...relied)}`;
  return forbids.some(Boolean) ? 'unknown' : 'allowed';
}

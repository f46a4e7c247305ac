import { createRandom } from '../../src/cli/demo/random.ts';
import { type VerdictLookup, createVerdicts } from '../../src/ranges/verdicts.ts';
import { PREFIXES, madeUpLists, randomIpv4, randomIpv6 } from './made-up-ranges.ts';
import { median, spread } from './statistics.ts';

/** The CPU time that it takes to compare an address with the ranges of a bot. */
export type LookupTimes = {
  readonly notation: string;
  readonly costUs: number;
  /** The lowest and highest of a round. */
  readonly spread: readonly [least: number, most: number];
};

const BOT = 'GPTBot';
const ADDRESSES = 10_000;
const LOOKUPS = 200_000;
const ROUNDS = 11;

/** All ranges are of one bot, so that none can be left out. Half of the addresses are in one of them. */
export function measureLookups(): readonly LookupTimes[] {
  const lists = madeUpLists([BOT]);
  const verdictOf = createVerdicts(lists);
  const prefixes = lists.flatMap((list) => list.prefixes.map(({ text }) => text));
  const kinds = addressesByNotation(prefixes).map((kind) => ({ ...kind, times: [] as number[] }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { addresses, times } of kinds) {
      const costUs = lookUp(verdictOf, addresses);
      // the first round warms up
      if (round > 0) times.push(costUs);
    }
  }
  return kinds.map(({ notation, times }) => ({ notation, costUs: median(times), spread: spread(times) }));
}

/** The microseconds of CPU time of a lookup, on average. */
function lookUp(verdictOf: VerdictLookup, addresses: readonly string[]): number {
  let verified = 0;
  const before = process.cpuUsage();
  for (let at = 0; at < LOOKUPS; at += 1) {
    if (verdictOf(BOT, addresses[at % ADDRESSES] ?? '') === 'verified') verified += 1;
  }
  const { user, system } = process.cpuUsage(before);
  if (verified < 0.4 * LOOKUPS || verified > 0.6 * LOOKUPS) {
    throw new Error(`${verified} of ${LOOKUPS} addresses were in one of ${PREFIXES} ranges`);
  }
  return (user + system) / LOOKUPS;
}

function addressesByNotation(prefixes: readonly string[]) {
  const random = createRandom(2);
  const upTo = (limit: number) => Math.floor(random.next() * limit);
  const ipv6Prefixes = prefixes.filter((prefix) => prefix.includes(':'));
  const ipv4Prefixes = prefixes.filter((prefix) => !prefix.includes(':'));
  const within = (own: readonly string[], host: () => string) =>
    (own[upTo(own.length)] ?? '').replace(/(?<=[.:])0?\/.*$/, host);
  const addresses = (inside: () => string, outside: () => string) =>
    Array.from({ length: ADDRESSES }, (_, index) => (index % 2 === 0 ? inside() : outside()));
  const ipv4 = addresses(
    () => within(ipv4Prefixes, () => String(upTo(256))),
    () => randomIpv4(random),
  );
  const ipv6 = addresses(
    () => within(ipv6Prefixes, () => upTo(65_536).toString(16)),
    () => randomIpv6(random),
  );
  return [
    { notation: 'IPv4', addresses: ipv4 },
    { notation: 'IPv6', addresses: ipv6 },
    { notation: 'IPv4-mapped', addresses: ipv4.map((address) => `::ffff:${address}`) },
  ];
}

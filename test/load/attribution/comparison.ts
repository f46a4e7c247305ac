import type { BruteForce, Expected } from './brute-force.ts';
import type { Stored, StoredConversion } from './recorded.ts';

/** How many differences are shown. */
const SHOWN = 5;

type Found = {
  readonly figures: readonly (readonly [name: string, figure: string | number])[];
  readonly broken: readonly string[];
};

/** Compares what is stored with what the brute force has found, conversion by conversion. */
export function compareEvents({ conversions, clicks, bots }: Stored, bruteForce: BruteForce): Found {
  const expected = bruteForce.expected();
  const stored = new Map(conversions.map((one) => [one.path, one]));
  const differences = [...expected].flatMap(([path, one]) => differenceOf(path, one, stored.get(path)));
  const strange = conversions
    .filter(({ path }) => !expected.has(path))
    .map(({ path }) => `${path} is strange`);
  const counts = [...bruteForce.clicks()].filter(([source, count]) => clicks.get(source) !== count);
  const broken = [
    ...differences.slice(0, SHOWN),
    ...(differences.length > SHOWN ? [`${differences.length} differences in all`] : []),
    ...strange.slice(0, SHOWN),
    ...counts.map(([source, count]) => `${clicks.get(source) ?? 0} clicks in ${source} instead of ${count}`),
    ...(bots === bruteForce.bots() ? [] : [`${bots} bot visits instead of ${bruteForce.bots()}`]),
  ];
  return { figures: figuresOf(expected, conversions), broken };
}

function differenceOf(
  path: string,
  expected: Expected,
  stored: StoredConversion | undefined,
): readonly string[] {
  if (!stored) return [`${path} is lost`];
  const { source, value, times } = stored;
  const allowed = [...expected.sources].map(String).join(' or ');
  const what = `${expected.line} by ${expected.lane} (${[...expected.traits].join(', ')}) after ${expected.landings.join('; ')}`;
  return [
    ...(times === 1 ? [] : [`${path} is there ${times} times`]),
    ...(value === expected.value ? [] : [`${path} has the value ${value} instead of ${expected.value}`]),
    ...(expected.sources.has(source) ? [] : [`${String(source)} instead of ${allowed}: ${what}`]),
  ];
}

function figuresOf(
  expected: ReadonlyMap<string, Expected>,
  conversions: readonly StoredConversion[],
): Found['figures'] {
  const traits = new Map<string, number>();
  for (const one of expected.values())
    for (const trait of one.traits) traits.set(trait, (traits.get(trait) ?? 0) + 1);
  const unsure = [...expected.values()].filter(({ sources }) => sources.size > 1).length;
  return [
    ['conversions', expected.size],
    ['conversions with a product', conversions.filter(({ source }) => source !== null).length],
    ...[...traits].map(([trait, count]) => [`conversions ${trait}`, count] as const),
    ['conversions that may have been before or after a crash', unsure],
  ];
}

/** Sends a body to `/graphql`; resolves with the answer. */
type Ask = (body: string) => Promise<unknown>;

export function askServer(url: string, key: string): Ask {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return async (body) => (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).json();
}

type Days = { readonly start: string; readonly end: string };
type ReferralCount = {
  readonly source: string;
  readonly count: number;
  readonly conversions: number;
  readonly value: number;
};

const STATS = `query ($id: ID!, $start: Date!, $end: Date!) {
  site(id: $id) { stats(start: $start, end: $end) {
    totals { conversions } referralBreakdown { source count conversions value }
  } }
}`;

/** Compares the answer of GraphQL with the sums of what is stored, which the brute force agrees with. */
export async function compareStats(
  ask: Ask,
  siteId: string,
  { conversions, clicks }: Stored,
  days: Days,
): Promise<readonly string[]> {
  const answer = await ask(JSON.stringify({ query: STATS, variables: { id: siteId, ...days } }));
  const { data, errors } = answer as {
    readonly data?: { site: { stats: { totals: object; referralBreakdown: readonly ReferralCount[] } } };
    readonly errors?: unknown;
  };
  if (!data) return [`stats were refused: ${JSON.stringify(errors)}`];
  const { totals, referralBreakdown } = data.site.stats;
  const got = [JSON.stringify(totals), ...referralBreakdown.map((one) => JSON.stringify(one))];
  const sums = sumsOf(conversions, clicks).map((one) => JSON.stringify(one));
  const wanted = [JSON.stringify({ conversions: conversions.length }), ...sums];
  const missing = wanted.filter((one) => !got.includes(one));
  const surplus = got.filter((one) => !wanted.includes(one));
  return [...missing.map((one) => `stats lack ${one}`), ...surplus.map((one) => `stats have ${one}`)];
}

function sumsOf(
  conversions: readonly StoredConversion[],
  clicks: ReadonlyMap<string, number>,
): readonly ReferralCount[] {
  const brought = new Map<string, StoredConversion[]>();
  for (const one of conversions) {
    if (one.source === null) continue;
    const own = brought.get(one.source) ?? [];
    own.push(one);
    brought.set(one.source, own);
  }
  return [...new Set([...clicks.keys(), ...brought.keys()])].map((source) => {
    const own = brought.get(source) ?? [];
    // in cents, as decimals are added
    const cents = own.reduce((sum, { value }) => sum + Math.round((value ?? 0) * 100), 0);
    return { source, count: clicks.get(source) ?? 0, conversions: own.length, value: cents / 100 };
  });
}

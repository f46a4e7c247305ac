/** A request of a site, before it becomes a line of a log or an item of the collector. */
export type MadeVisit = {
  /** Counted from 0, in the order in which they are written. */
  readonly number: number;
  /** Which of those that record gets it. All visits of a client within a round have the same lane. */
  readonly lane: number;
  readonly atMs: number;
  readonly address: string;
  readonly agent: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly referrer: string;
};

export type Making = {
  readonly seed: number;
  readonly visits: number;
  readonly rounds: number;
  /** The rounds in which visits are written long after their time, as of long downloads. */
  readonly lateRounds: number;
  readonly lanes: number;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly windowMs: number;
};

/** A client is an address and an agent. Some people share both. */
type Person = { readonly address: string; readonly agent: string };
type Landed = { readonly atMs: number; readonly person: Person };
type Planned = { readonly atMs: number; readonly person: Person; readonly what: 'landing' | 'conversion' };

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
];

const BOTS = ['GPTBot/1.2', 'ClaudeBot/1.0', 'Mozilla/5.0 (compatible; PerplexityBot/1.0)'];

const PRODUCT_PAGES = [
  'https://chatgpt.com/',
  'https://www.perplexity.ai/search?q=1',
  'https://claude.ai/chat/7',
  'https://gemini.google.com/app',
  'https://copilot.microsoft.com/',
];

const OTHER_PAGES = ['-', 'https://www.google.com/', 'https://example.com/', 'https://news.example.net/'];

/** One person for so many visits: some of them come again within the window, most do not. */
const VISITS_A_PERSON = 33;

/** Makes visits of a site, round by round, as they are written: mostly in the order of their times. */
export function* makeRounds(making: Making): Generator<readonly MadeVisit[]> {
  const next = createMaker(making);
  const perRound = Math.ceil(making.visits / making.rounds);
  for (let from = 0, round = 0; from < making.visits; from += perRound, round++) {
    const count = Math.min(perRound, making.visits - from);
    yield Array.from({ length: count }, (_, index) => next(from + index, round));
  }
}

function createMaker(making: Making): (number: number, round: number) => MadeVisit {
  const random = createRandom(making.seed);
  const people = makePeople(Math.max(10, Math.floor(making.visits / VISITS_A_PERSON)));
  const stepMs = (making.untilMs - making.fromMs) / making.visits;
  const recent: Landed[] = [];
  const planned: Planned[] = [];
  let nowMs = making.fromMs;
  return (number, round) => {
    const due = (planned[0]?.atMs ?? Infinity) <= nowMs ? planned.shift() : undefined;
    nowMs += due ? 0 : Math.floor(random() * 2 * stepMs);
    const made = due ? madeAsPlanned(random, due, number) : makeOne(random, people, recent, number);
    const atMs = due?.atMs ?? nowMs - latenessMs(random, round < making.lateRounds);
    if (isLanding(made)) planMore(random, making, { atMs, person: made }, { recent, planned });
    return { ...made, number, atMs, lane: laneOf(made, round, making.lanes) };
  };
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;

function pick<One>(random: Random, from: readonly [One, ...One[]] | readonly One[]): One {
  const one = from[Math.floor(random() * from.length)];
  if (one === undefined) throw new Error('there is nothing to pick from');
  return one;
}

function makePeople(count: number): readonly Person[] {
  const addresses = Math.ceil(count * 0.6);
  return Array.from({ length: count }, (_, index) => ({
    address: addressOf(index % addresses),
    agent: AGENTS[Math.imul(index, 2_654_435_761) >>> 30] ?? '',
  }));
}

function addressOf(index: number): string {
  if (index % 10 === 9) return `2001:db8::${index.toString(16)}`;
  return `203.${Math.floor(index / 65_536)}.${Math.floor(index / 256) % 256}.${index % 256}`;
}

/** Most lines are written within a second, and the line of a long download after its whole time. */
function latenessMs(random: Random, mayBeLong: boolean): number {
  const draw = random();
  if (mayBeLong && draw < 0.002) return Math.floor(random() * 45 * 60_000);
  return draw < 0.2 ? Math.floor(random() * 1_000) : 0;
}

type Request = Omit<MadeVisit, 'number' | 'lane' | 'atMs'>;

function makeOne(
  random: Random,
  people: readonly Person[],
  recent: readonly Landed[],
  number: number,
): Request {
  const draw = random();
  const person = pick(random, people);
  if (draw < 0.25) return ordinary(random, person, number);
  if (draw < 0.45)
    return {
      ...ordinary(random, person, number),
      agent: pick(random, BOTS),
      status: pick(random, [200, 404]),
    };
  if (draw < 0.7) return landing(random, person, number);
  const lander = recent.length > 0 && random() < 0.75 ? pick(random, recent).person : person;
  return conversion(random, lander, number);
}

function madeAsPlanned(random: Random, { what, person }: Planned, number: number): Request {
  return what === 'landing' ? landing(random, person, number) : conversion(random, person, number);
}

function ordinary(random: Random, { address, agent }: Person, number: number): Request {
  const target = `/page-${number % 500}${random() < 0.2 ? '?utm_source=newsletter' : ''}`;
  return { address, agent, method: 'GET', target, status: 200, referrer: pick(random, OTHER_PAGES) };
}

/** A click in a product, by its referrer or its utm_source; some are no landing, for their method, status or file. */
function landing(random: Random, person: Person, number: number): Request {
  const base = { ...ordinary(random, person, number), target: `/page-${number % 500}` };
  const draw = random();
  if (draw < 0.1) return { ...base, referrer: '-', target: `${base.target}?utm_source=chatgpt.com` };
  const clicked = { ...base, referrer: pick(random, PRODUCT_PAGES) };
  if (draw < 0.15) return { ...clicked, status: pick(random, [302, 404, 500]) };
  if (draw < 0.18) return { ...clicked, method: 'HEAD' };
  if (draw < 0.21) return { ...clicked, target: `/style-${number % 9}.css` };
  return { ...clicked, status: draw < 0.3 ? 304 : 200 };
}

/** Its path has the number. Some are landings too, and some fail and are none. */
function conversion(random: Random, person: Person, number: number): Request {
  const base = ordinary(random, person, number);
  const status = random() < 0.05 ? 500 : pick(random, [200, 200, 302]);
  if (random() < 0.2) return { ...base, method: 'POST', target: `/contact/${number}`, status };
  const total = `${Math.floor(random() * 500)}.${String(Math.floor(random() * 100)).padStart(2, '0')}`;
  const target = `/thanks/${number}${random() < 0.7 ? `?total=${total}` : ''}`;
  const referrer = random() < 0.05 ? pick(random, PRODUCT_PAGES) : base.referrer;
  return { ...base, target, status, referrer };
}

function isLanding({ referrer, target }: Request): boolean {
  return PRODUCT_PAGES.includes(referrer) || target.includes('utm_source=chatgpt.com');
}

/** Of those who land, some convert when the window ends, to the millisecond, or land again at the same time. */
function planMore(
  random: Random,
  { windowMs }: Making,
  landed: Landed,
  { recent, planned }: { readonly recent: Landed[]; readonly planned: Planned[] },
): void {
  const { atMs, person } = landed;
  recent.push(landed);
  // some of the recent ones landed longer ago than the window
  while ((recent[0]?.atMs ?? atMs) < atMs - 1.5 * windowMs) recent.shift();
  const draw = random();
  if (draw < 0.03) plan(planned, { what: 'landing', person, atMs });
  if (draw < 0.06) plan(planned, { what: 'conversion', person, atMs });
  if (draw < 0.12)
    plan(planned, { what: 'conversion', person, atMs: atMs + windowMs + pick(random, [-1, 0, 1]) });
  if (draw > 0.97)
    plan(planned, { what: 'conversion', person, atMs: atMs + windowMs + pick(random, [-1_000, 1_000]) });
}

function plan(planned: Planned[], one: Planned): void {
  const at = planned.findLastIndex(({ atMs }) => atMs <= one.atMs) + 1;
  planned.splice(at, 0, one);
}

/** Another one in each round, so that most clients are seen by several lanes in turn. */
function laneOf({ address, agent }: Request, round: number, lanes: number): number {
  let hash = round;
  for (const letter of address + agent) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return ((Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0) >>> 8) % lanes;
}

// An independent reading of what was recorded: it shares no code with the product, and knows of what may be in a line only
// what made-visits.ts makes.

/** Lines in the order in which a site's recorders have recorded them. */
export type BruteForce = {
  readonly read: (lane: Lane, line: string) => void;
  /** From now on the database may crash, until the returned function says that it has. */
  readonly crashing: () => () => void;
  /** How many events were read until now. */
  readonly events: () => number;
  /** What is to be found of each conversion, by its path. */
  readonly expected: () => ReadonlyMap<string, Expected>;
  readonly clicks: () => ReadonlyMap<string, number>;
  readonly bots: () => number;
};

export type Lane = {
  readonly name: string;
  /** Whether its landings outlive a crash of the database. */
  readonly keepsOwn: boolean;
  readonly format: 'combined' | 'json' | 'item';
};

/** A conversion. Its product may depend on when exactly the database crashed; it is null if there is none. */
export type Expected = {
  readonly sources: ReadonlySet<string | null>;
  readonly value: number | null;
  /** What makes it a hard one. */
  readonly traits: ReadonlySet<Trait>;
  readonly lane: string;
  readonly line: string;
  /** The last landings of its client before it, as they were recorded. */
  readonly landings: readonly string[];
};

export type Trait =
  | 'told'
  | 'when the window ends'
  | 'a millisecond late'
  | 'at the same time'
  | 'several at that time'
  | 'across midnight'
  | 'across recorders'
  | 'lost in a crash'
  | 'without a client';

type Landing = {
  readonly atMs: number;
  readonly source: string;
  readonly order: number;
  readonly lane: Lane;
};
type Crash = { readonly since: number; until: number };

type Seen = {
  readonly atMs: number;
  /** Undefined without an address or an agent. */
  readonly client: string | undefined;
  readonly isBot: boolean;
  readonly source: string | undefined;
  readonly conversion:
    { readonly path: string; readonly value: number | null; readonly told: string | undefined } | undefined;
};

const DAY_MS = 86_400_000;

/** Of the landings before a conversion, for those who look for the cause of a difference. */
const SHOWN = 4;

export function createBruteForce(windowMs: number): BruteForce {
  const landings = new Map<string, Landing[]>();
  const expected = new Map<string, Expected>();
  const clicks = new Map<string, number>();
  const crashes: Crash[] = [];
  let [order, events, bots] = [0, 0, 0];

  function landed(lane: Lane, { atMs, client, source }: Seen): void {
    if (source === undefined) return;
    events++;
    clicks.set(source, (clicks.get(source) ?? 0) + 1);
    if (client === undefined) return;
    const one = { atMs, source, order, lane };
    const known = landings.get(client);
    if (known) known.push(one);
    else landings.set(client, [one]);
  }

  function converted(lane: Lane, { atMs, client, conversion }: Seen, line: string): void {
    if (!conversion) return;
    const { path, value, told } = conversion;
    const all = client === undefined ? [] : (landings.get(client) ?? []);
    const found = told === undefined ? findAll(all, { atMs, lane, order }) : { sources: new Set([told]) };
    const traits = new Set<Trait>(told === undefined ? traitsOf(all, { atMs, lane, client }) : ['told']);
    if ('lost' in found && found.lost) traits.add('lost in a crash');
    if (expected.has(path)) throw new Error(`${path} is there twice`);
    events++;
    const shown = all
      .slice(-SHOWN)
      .map((one) => `${new Date(one.atMs).toISOString()} ${one.source} by ${one.lane.name}`);
    expected.set(path, { sources: found.sources, value, traits, lane: lane.name, line, landings: shown });
  }

  /** Under each moment at which a crash may have been. */
  function findAll(all: readonly Landing[], at: { atMs: number; lane: Lane; order: number }) {
    const inTime = all.filter(({ atMs }) => atMs <= at.atMs && atMs >= at.atMs - windowMs);
    const past = crashes.filter(({ since }) => since <= at.order);
    const moments = momentsOf(past, inTime, at.order);
    const sources = new Set(moments.map((lostBefore) => lastOf(visible(inTime, at.lane, lostBefore))));
    return { sources, lost: !sources.has(lastOf(inTime)) };
  }

  function traitsOf(
    all: readonly Landing[],
    at: { atMs: number; lane: Lane; client: string | undefined },
  ): readonly Trait[] {
    if (at.client === undefined) return ['without a client'];
    const last = all.filter(({ atMs }) => atMs <= at.atMs).reduce<Landing | undefined>(later, undefined);
    if (!last) return [];
    const agoMs = at.atMs - last.atMs;
    const isIn = agoMs <= windowMs;
    const traits: readonly (readonly [Trait, boolean])[] = [
      ['when the window ends', agoMs === windowMs],
      ['a millisecond late', agoMs === windowMs + 1],
      ['at the same time', agoMs === 0],
      ['several at that time', isIn && all.filter(({ atMs }) => atMs === last.atMs).length > 1],
      ['across midnight', isIn && Math.floor(at.atMs / DAY_MS) !== Math.floor(last.atMs / DAY_MS)],
      ['across recorders', isIn && last.lane !== at.lane],
    ];
    return traits.filter(([, has]) => has).map(([trait]) => trait);
  }

  return {
    read(lane, line) {
      const seen = SEERS[lane.format](line);
      if (seen.isBot) {
        bots++;
        events++;
      } else {
        landed(lane, seen);
        converted(lane, seen, line);
      }
      order++;
    },
    crashing() {
      const crash = { since: order, until: Infinity };
      crashes.push(crash);
      return () => void (crash.until = order);
    },
    events: () => events,
    expected: () => expected,
    clicks: () => clicks,
    bots: () => bots,
  };
}

/** Before which of the given orders all that is shared may be lost, as a conversion of the order finds it. */
function momentsOf(past: readonly Crash[], landings: readonly Landing[], order: number): readonly number[] {
  const last = past.at(-1);
  if (!last) return [0];
  const { since, until } = last;
  const within = landings.map((one) => one.order + 1).filter((after) => after > since && after <= until);
  // a conversion that was recorded in the same time as the crash may have come before it
  const before = order < until ? momentsOf(past.slice(0, -1), landings, order) : [];
  return [...new Set([...before, since, ...within])];
}

function visible(landings: readonly Landing[], lane: Lane, lostBefore: number): readonly Landing[] {
  return landings.filter((one) => one.order >= lostBefore || (one.lane === lane && lane.keepsOwn));
}

function lastOf(landings: readonly Landing[]): string | null {
  return landings.reduce<Landing | undefined>(later, undefined)?.source ?? null;
}

/** At one time, the one that was recorded last. */
function later(one: Landing | undefined, other: Landing): Landing {
  if (!one || other.atMs > one.atMs) return other;
  return other.atMs === one.atMs && other.order >= one.order ? other : one;
}

const SEERS: Readonly<Record<Lane['format'], (line: string) => Seen>> = {
  combined: seeCombined,
  json: seeJson,
  item: seeItem,
};

const COMBINED =
  /^(\S+) - - \[(\d+)\/(\w+)\/(\d+):([\d:]+) \+0000\] "(\S+) (\S+) HTTP\/1\.1" (\d+) \d+ "([^"]*)" "([^"]*)"$/;

function seeCombined(line: string): Seen {
  const [
    ,
    address = '',
    day,
    month,
    year,
    time,
    method = '',
    target = '',
    status,
    referrer = '',
    agent = '',
  ] = COMBINED.exec(line) ?? fail(line);
  const atMs = Date.parse(`${day} ${month} ${year} ${time} GMT`);
  return seeRequest({ atMs, address, method, target, status: Number(status), referrer, agent });
}

type JsonLine = Readonly<Record<string, string>>;

function seeJson(line: string): Seen {
  const one = JSON.parse(line) as JsonLine;
  return seeRequest({
    atMs: Math.round(Number(one['msec']) * 1_000),
    address: one['remote_addr'] ?? '',
    method: one['request_method'] ?? '',
    target: one['request_uri'] ?? '',
    status: Number(one['status']),
    referrer: one['http_referer'] ?? '',
    agent: one['http_user_agent'] ?? '',
  });
}

type Item = {
  readonly type: 'request' | 'referral' | 'conversion';
  readonly created_at: string;
  readonly address?: string;
  readonly user_agent?: string;
  readonly method?: string;
  readonly target?: string;
  readonly status?: number;
  readonly referrer?: string;
  readonly source?: string;
  readonly page_path?: string;
  readonly event_value?: number;
};

function seeItem(line: string): Seen {
  const item = JSON.parse(line) as Item;
  const [atMs, address, agent] = [
    Date.parse(item.created_at),
    withoutPort(item.address),
    item.user_agent ?? '',
  ];
  const seen = {
    atMs,
    client: clientOf(address, agent),
    isBot: false,
    source: undefined,
    conversion: undefined,
  };
  switch (item.type) {
    case 'request':
      return seeRequest({ method: '', target: '', status: 0, referrer: '', ...item, atMs, address, agent });
    case 'referral':
      return { ...seen, source: item.source ?? productOf(item.referrer) };
    case 'conversion': {
      const { page_path: path = '', event_value: value = null, source: told } = item;
      return { ...seen, conversion: { path, value, told } };
    }
  }
}

type Request = {
  readonly atMs: number;
  readonly address: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly referrer: string;
  readonly agent: string;
};

function seeRequest(request: Request): Seen {
  const { atMs, address, agent } = request;
  const seen = { atMs, client: clientOf(address, agent) };
  if (/GPTBot|ClaudeBot|PerplexityBot/.test(agent))
    return { ...seen, isBot: true, source: undefined, conversion: undefined };
  const [path = '', query = ''] = request.target.split('?');
  const source = isLanding(request, path) ? productOfClick(request, query) : undefined;
  const value = query.startsWith('total=') && path.startsWith('/thanks/') ? Number(query.slice(6)) : null;
  const conversion = isGoal(request, path) ? { path, value, told: undefined } : undefined;
  return { ...seen, isBot: false, source, conversion };
}

function isLanding({ method, status }: Request, path: string): boolean {
  const hasPage = (status >= 200 && status < 300) || status === 304;
  return method === 'GET' && hasPage && !path.endsWith('.css');
}

function isGoal({ method, status }: Request, path: string): boolean {
  if (status >= 400) return false;
  return method === 'GET' ? path.startsWith('/thanks/') : method === 'POST' && path.startsWith('/contact/');
}

function productOfClick({ referrer }: Request, query: string): string | undefined {
  return productOf(referrer) ?? (query === 'utm_source=chatgpt.com' ? 'chatgpt' : undefined);
}

function productOf(referrer = ''): string | undefined {
  if (referrer.startsWith('https://chatgpt.com/')) return 'chatgpt';
  if (referrer.startsWith('https://www.perplexity.ai/')) return 'perplexity';
  if (referrer.startsWith('https://claude.ai/')) return 'claude';
  if (referrer.startsWith('https://gemini.google.com/')) return 'gemini';
  return referrer.startsWith('https://copilot.microsoft.com/') ? 'copilot' : undefined;
}

function clientOf(address: string, agent: string): string | undefined {
  return address === '' || agent === '' ? undefined : `${address} ${agent}`;
}

function withoutPort(address = ''): string {
  return address.startsWith('[')
    ? address.slice(1, address.indexOf(']'))
    : address.replace(/^([\d.]+):\d+$/, '$1');
}

function fail(line: string): never {
  throw new Error(`this line was not made here: ${line}`);
}

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** A site, with a key that reads all of its account and one that records to it. */
export type LoadedSite = { readonly id: string; readonly readKey: string; readonly collectKey: string };

/** The requests that ended in a phase. */
export type PhaseFigures = {
  readonly phase: string;
  readonly records: Latencies;
  readonly reads: Latencies;
  /** What went wrong, with each request that did not get a 200. */
  readonly failures: readonly string[];
};

export type Latencies = { readonly count: number; readonly medianMs: number; readonly slowestMs: number };

/** Callers that record and read without a pause. */
export type Load = {
  /** From now on, requests count for this phase, and go to these servers in turn. */
  enter(phase: string, servers: readonly string[]): void;
  /** Ends when all requests under way are answered. */
  stop(): Promise<{ readonly phases: readonly PhaseFigures[]; readonly recorded: number }>;
};

type Phase = { readonly phase: string; readonly tookMs: Record<Kind, number[]>; readonly failures: string[] };
type Kind = 'record' | 'read';
type Question = { readonly kind: Kind; readonly path: string; readonly init: RequestInit };

const CALLERS_OF_A_KIND = 4;
const EVENTS_OF_A_REQUEST = 10;
const RETRY_MS = 50;

export function startLoad(sites: readonly LoadedSite[], phase: string, servers: readonly string[]): Load {
  const phases: Phase[] = [];
  let targets = servers;
  let turn = 0;
  let recorded = 0;
  let isOver = false;

  /** The body of the answer; undefined if the request failed. */
  async function ask({ kind, path, init }: Question): Promise<unknown> {
    const url = `${String(targets[turn++ % targets.length])}${path}`;
    const fromMs = performance.now();
    const answer = await fetch(url, init).then(readWhole, (error: unknown) => ({
      status: 0,
      body: String(error),
    }));
    const ended = phases.at(-1);
    ended?.tookMs[kind].push(performance.now() - fromMs);
    if (answer.status === 200 && !hasErrors(answer.body)) return answer.body;
    ended?.failures.push(`${init.method ?? 'GET'} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return undefined;
  }

  /** Sends a request again until it is acknowledged or the load ends, as senders do: its key makes it count once. */
  async function record(site: LoadedSite): Promise<void> {
    const question = recording(site);
    let body: unknown;
    while ((body = await ask(question)) === undefined && !isOver) await delay(RETRY_MS);
    if (body !== undefined) recorded += (body as { readonly recorded: number }).recorded;
  }

  async function call(kind: Kind, first: number): Promise<void> {
    for (let n = first; !isOver; n += 1) {
      const site = sites[n % sites.length];
      if (site === undefined) throw new Error('there is no site');
      if (kind === 'record') await record(site);
      else await ask(readings(site)[n % 4] ?? recording(site));
    }
  }

  enter(phase, servers);
  const callers = Array.from({ length: CALLERS_OF_A_KIND }, (_, n) => [
    call('record', n),
    call('read', n),
  ]).flat();

  function enter(name: string, next: readonly string[]): void {
    phases.push({ phase: name, tookMs: { record: [], read: [] }, failures: [] });
    targets = next;
  }

  return {
    enter,
    async stop() {
      isOver = true;
      await Promise.all(callers);
      return { phases: phases.map(figuresOf), recorded };
    },
  };
}

async function readWhole(response: Response): Promise<{ readonly status: number; readonly body: unknown }> {
  return { status: response.status, body: await response.json() };
}

/** GraphQL answers 200 to a document of which a part failed. */
function hasErrors(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'errors' in body;
}

function recording({ id, collectKey }: LoadedSite): Question {
  const visit = { type: 'bot', page_path: '/', bot_name: 'GPTBot', bot_company: 'OpenAI' };
  const body = JSON.stringify(Array.from({ length: EVENTS_OF_A_REQUEST }, () => visit));
  const headers = { ...bearer(collectKey), 'idempotency-key': randomUUID() };
  return { kind: 'record', path: `/collect/sites/${id}/events`, init: { method: 'POST', headers, body } };
}

function readings({ id, readKey }: LoadedSite): readonly Question[] {
  const headers = bearer(readKey);
  const rest = ['stats', 'timeseries?granularity=hour', 'events?limit=100'].map((question) => ({
    path: `/api/v1/sites/${id}/${question}`,
    init: { headers },
  }));
  const query = '{ sites { id eventsThisMonth stats { totals { botVisits } } } }';
  const graphql = { path: '/graphql', init: { method: 'POST', headers, body: JSON.stringify({ query }) } };
  return [...rest, graphql].map((question) => ({ kind: 'read', ...question }));
}

function bearer(key: string) {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}

function figuresOf({ phase, tookMs, failures }: Phase): PhaseFigures {
  return { phase, records: latencies(tookMs.record), reads: latencies(tookMs.read), failures };
}

function latencies(tookMs: readonly number[]): Latencies {
  const sorted = tookMs.toSorted((a, b) => a - b);
  return {
    count: sorted.length,
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? NaN,
    slowestMs: sorted.at(-1) ?? NaN,
  };
}

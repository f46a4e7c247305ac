import { Refusal } from '../../domain/refusal.ts';
import type { Group, GroupWriter, Receipt, SiteRequest, Waiting } from './group.ts';
import { writeGroup } from './write-group.ts';

/** Records requests; those of one site that arrive together are written together. */
export type Collector = {
  /** Resolves once the request is stored. Throws as `collect` does. */
  record(request: SiteRequest): Promise<Receipt>;
};

/** Above it a transaction gains nothing, and holds up who waits for it. */
const MAX_GROUP_EVENTS = 5_000;

/** Some 50 MB. What is over it would wait for seconds, and is told to come again. */
const MAX_WAITING_EVENTS = 100_000;

/** What waits for a site while a group of it is being written, and the request that knows its account best. */
type Queue = { latest: SiteRequest; readonly waiting: Waiting[] };

/**
 * Makes the collector of a process. A request that finds its site idle is written at once; what arrives meanwhile is
 * written next, in one transaction. Sites do not wait for each other.
 */
export function createCollector(writer: GroupWriter): Collector {
  const queues = new Map<string, Queue>();
  let waitingEvents = 0;

  function enqueue(request: SiteRequest, settle: Pick<Waiting, 'resolve' | 'reject'>): void {
    const { id } = request.site;
    const waiting = { request, isUnsure: false, ...settle };
    const queue = queues.get(id);
    if (queue) {
      queue.latest = request;
      queue.waiting.push(waiting);
      return;
    }
    const started = { latest: request, waiting: [waiting] };
    queues.set(id, started);
    void drain(id, started);
  }

  async function drain(siteId: string, queue: Queue): Promise<void> {
    while (queue.waiting.length > 0) {
      const again = await writeGroup(writer, takeGroup(queue));
      queue.waiting.unshift(...again);
    }
    queues.delete(siteId);
  }

  return {
    async record(request) {
      const { events, passedOver, idempotency } = request;
      if (events.length === 0 && idempotency === undefined) {
        return { recorded: 0, passedOver, isReplayed: false };
      }
      const weight = weightOf(request);
      if (waitingEvents + weight > MAX_WAITING_EVENTS) throw overloaded();
      waitingEvents += weight;
      return new Promise<Receipt>((resolve, reject) => {
        enqueue(request, { resolve, reject });
      }).finally(() => (waitingEvents -= weight));
    },
  };
}

function takeGroup({ latest, waiting }: Queue): Group {
  let weight = 0;
  const end = waiting.findIndex(({ request }) => (weight += weightOf(request)) > MAX_GROUP_EVENTS);
  const { site, plan, nowMs } = latest;
  return { site, plan, nowMs, waiting: waiting.splice(0, end < 0 ? waiting.length : end) };
}

/** One without events still takes a place. */
function weightOf({ events }: SiteRequest): number {
  return Math.max(1, events.length);
}

function overloaded(): Refusal {
  return new Refusal('RATE_LIMITED', {
    message: 'More events wait to be written than the service holds. Wait retry_after seconds.',
    retryAfterSeconds: 1,
  });
}

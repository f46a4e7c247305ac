import { type HeldRoom, createHeldRoom } from './held-room.ts';
import type { Recorder } from './record-events.ts';
import type { Decisions, RequestOutcome, Pending, SiteRequest } from './site-request.ts';
import { writeGroup } from './write-group.ts';

/** Records requests; those of one site that arrive together are written in one transaction. */
export type Committer = {
  /** Resolves once it is known what became of the request. Failures are outcomes too. */
  record(request: SiteRequest): Promise<RequestOutcome>;
};

/** A larger transaction is no faster per event, and makes the next group wait longer. */
const MAX_GROUP_EVENTS = 5_000;

/** About 50 MB. Events beyond it would wait for seconds. */
const MAX_WAITING_EVENTS = 100_000;

/** The requests that wait for one site, and the latest to arrive: it knows the current plan and time. */
type Queue = { latest: SiteRequest; readonly pending: Pending[] };

/**
 * Makes the committer of a process. A request that finds its site idle is written at once; those that arrive meanwhile
 * are written next, together. Sites do not wait for each other.
 */
export function createCommitter(
  recorder: Pick<Recorder, 'db' | 'slot' | 'plans' | 'attribution'>,
): Committer {
  const queues = new Map<string, Queue>();
  const heldRoom = createHeldRoom(recorder.db);
  let waitingEvents = 0;

  function enqueue(one: Pending): void {
    const { request } = one;
    const queue = queues.get(request.site.id);
    if (queue) {
      queue.latest = request;
      queue.pending.push(one);
      return;
    }
    const started = { latest: request, pending: [one] };
    queues.set(request.site.id, started);
    void writeAll(request.site.id, started);
  }

  /** Writes one group after the other until nothing waits for the site. */
  async function writeAll(siteId: string, queue: Queue): Promise<void> {
    while (queue.pending.length > 0) {
      const pending = takeGroup(queue);
      const { site, plan, nowMs } = queue.latest;
      // spread for each group: the process may lease another slot meanwhile
      const decisions = await writeGroup({ ...recorder, heldRoom }, { site, plan, nowMs, pending });
      queue.pending.unshift(...pending.filter((one) => decisions.get(one) === 'undecided'));
      await settle(decisions, heldRoom);
    }
    queues.delete(siteId);
  }

  return {
    async record(request) {
      const { events, passedOver, idempotency } = request;
      if (events.length === 0 && idempotency === undefined) {
        return { kind: 'stored', recorded: 0, passedOver };
      }
      const weight = weightOf(request);
      if (waitingEvents + weight > MAX_WAITING_EVENTS) return { kind: 'overloaded' };
      waitingEvents += weight;
      const outcome = await new Promise<RequestOutcome>((resolve) => {
        enqueue({ request, reservation: undefined, settle: resolve });
      });
      waitingEvents -= weight;
      return outcome;
    },
  };
}

/** Hands out the outcomes, once the room that is not needed any more was given back. */
async function settle(decisions: Decisions, heldRoom: HeldRoom): Promise<void> {
  const settled = [...decisions].flatMap(([{ request, reservation, settle: answer }, outcome]) =>
    outcome === 'undecided' ? [] : [{ request, reservation, outcome, answer }],
  );
  await heldRoom.release(settled);
  for (const { answer, outcome } of settled) answer(outcome);
}

/** Takes the first requests out of the queue, at least one: a request is never split. */
function takeGroup({ pending }: Queue): readonly Pending[] {
  let weight = 0;
  const end = pending.findIndex(({ request }) => (weight += weightOf(request)) > MAX_GROUP_EVENTS);
  return pending.splice(0, end < 0 ? pending.length : Math.max(1, end));
}

/** A request without events takes a place too. */
function weightOf({ events }: SiteRequest): number {
  return Math.max(1, events.length);
}

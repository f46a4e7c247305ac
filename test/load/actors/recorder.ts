import { setTimeout as delay } from 'node:timers/promises';
import type { Asked } from '../caller.ts';
import type { Batch } from '../ledger.ts';
import { type DrivenSite, type Service, bearer, shown } from '../service.ts';
import type { Actor } from './actor.ts';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** Some batches are sent to both processes at the same time, as by a backend that does not wait for its answer. */
const TWIN_EVERY = 3;

/** A backend that repeats each batch, with its key and on the processes in turn, until it is acknowledged. */
export function createRecorder(service: Service, site: DrivenSite): Actor {
  let batches = 0;
  return {
    name: 'record',
    async act(process) {
      const batch = site.ledger.next();
      const sent = [{ batch, process }];
      if (batches++ % TWIN_EVERY === 0) sent.push({ batch, process: process + 1 });
      const stored = await Promise.all(sent.map((sending) => sendTo(service, site, sending)));
      if (!stored.includes(true)) await repeat(service, site, { batch, process: process + 1 });
      return stored.every(Boolean);
    },
  };
}

async function repeat(service: Service, site: DrivenSite, { batch, process }: Sending): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  do {
    await delay(pauseMs);
    pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
  } while (!(await sendTo(service, site, { batch, process: process++ })));
}

/** A backend that tries once, and repeats a batch that was not acknowledged the next time. */
export function createProbe(service: Service, site: DrivenSite): Actor {
  let batch: Batch | undefined;
  return {
    name: 'record',
    async act(process) {
      batch ??= site.ledger.next();
      const isStored = await sendTo(service, site, { batch, process });
      if (isStored) batch = undefined;
      return isStored;
    },
  };
}

type Sending = { readonly batch: Batch; readonly process: number };

/** Whether the batch was acknowledged. A refusal is wrong: then the batch is not repeated. */
async function sendTo(service: Service, site: DrivenSite, { batch, process }: Sending): Promise<boolean> {
  const answer = await service.ask('record', process, postOf(site, batch));
  if (answer === undefined) return false;
  if (answer.headers['idempotency-replayed'] === 'true') service.journal.replayed();
  const { recorded } = answer.body as { readonly recorded?: number };
  if (recorded === batch.events.length) site.ledger.acknowledge(batch);
  else service.journal.wrong(`record: ${shown(answer)}`);
  return true;
}

export function postOf({ ledger, collectKey }: DrivenSite, { idempotencyKey, body }: Batch): Asked {
  return {
    method: 'POST',
    path: `/collect/sites/${ledger.siteId}/events`,
    headers: { ...bearer(collectKey), 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body,
  };
}

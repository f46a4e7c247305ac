import type { Logger } from 'pino';
import type { AdmittedDrain, Arrival, RequestContext } from '../context.ts';
import { Refusal, supportAt } from '../domain/refusal.ts';
import { formatInstant, startOfNextMonth } from '../domain/time.ts';
import { type Headers, WholeResponse, json, refusalAnswer, refusalHeaders } from '../http/answer.ts';
import { inOperation } from '../http/in-operation.ts';
import { type Incoming, wholeOf } from '../http/incoming.ts';
import { liftingQuota } from '../operations/recording/quota.ts';
import type { Recorder } from '../operations/recording/record-events.ts';
import type { SourceNotes } from '../operations/recording/source-notes.ts';
import { recordingRefusalOf } from '../operations/refusal-of.ts';
import type { RequestRules } from '../recording/classify-request.ts';
import { UNREADABLE } from '../recording/passed-over.ts';
import { type DrainedTotals, drainBatch } from './drain-batch.ts';
import { requireWholeJson } from './cut-json.ts';
import { type IncomingBody, createBody } from './incoming-body.ts';
import { noteDrained, noteRefused, passedOver } from './note-batch.ts';
import type { DrainRoute } from './route.ts';
import { senderOfBody, senderOfHead } from './senders/find-sender.ts';
import type { DrainHead, PushCheck, SenderRules } from './senders/sender.ts';
import { requireSignature, verification } from './senders/vercel.ts';
import { SenderLeft, boundsOf, spool } from './spool.ts';
import { createSpoolRoom } from './spool-room.ts';
import { sayWhichKey, tokenOf } from './token.ts';
import { createTurns } from './turns.ts';

export type DrainParts = {
  /** What the process records with. Its slot may change, so it is read again for each part. */
  readonly recorder: Recorder;
  readonly rules: RequestRules;
  readonly sources: SourceNotes;
  readonly checkPush: PushCheck;
};

export type DrainDoor = {
  /** Answers a delivery to /drain, or a GET or HEAD with which a sender tries the address. */
  fetch(request: Incoming, route: DrainRoute, arrival: Arrival): Promise<Response>;
};

/** The rest of the body would be read on a connection that stays open. */
const CLOSING: Headers = { Connection: 'close' };

const MAX_BATCH_BYTES = 64 * 1_048_576;

/** More at a time would keep those who read waiting: each takes half a millisecond in every turn of the event loop. */
const BATCHES_AT_A_TIME = 4;

const PROBED =
  'This drain takes logs by POST: one record a line, a JSON array, or what your sender sends by itself.\n';

/** A delivery, as far as it is known. */
type Delivery = {
  readonly arrival: Arrival;
  readonly head: DrainHead;
  readonly body: IncomingBody;
  /** Aborted when the sender leaves before it is answered. */
  readonly signal: AbortSignal;
  sender: SenderRules;
  admitted: AdmittedDrain | undefined;
};

/** Records what senders deliver. The key is checked before the body is read, which is recorded once it is whole. */
export function createDrainDoor(log: Logger, parts: DrainParts): DrainDoor {
  const record = createRecording(parts);
  return {
    async fetch(request, route, arrival) {
      const head = { headers: request.headers, isForOtlp: route.isForOtlp };
      const delivery: Delivery = {
        ...{ arrival, head, body: createBody(request), signal: wholeOf(request).signal },
        sender: senderOfHead(head),
        admitted: undefined,
      };
      try {
        const admitted = await arrival.admitDrain(tokenOf(request, route)).catch(sayWhichKey);
        delivery.admitted = admitted;
        if (READS.includes(request.method)) return probed(headersOf(admitted));
        const totals = await record(delivery, admitted);
        if (!totals.isWhole) throw limitExceeded(admitted.ctx, totals);
        if (totals.isCut) throw tooManyRecords(delivery.sender);
        return answer(delivery, totals);
      } catch (thrown) {
        const error = thrown === delivery.signal.reason ? new SenderLeft('before the answer') : thrown;
        if (!(error instanceof Refusal) && !(error instanceof SenderLeft))
          log.error({ err: error, requestId: arrival.requestId }, 'batch not recorded');
        const refusal = refusalFor(error);
        if (!(error instanceof SenderLeft)) noteRefusedTo(parts.sources, delivery, refusal);
        return refuse(delivery, refusal);
      }
    },
  };
}

/** Receives the body of a delivery, and records it in its turn. */
function createRecording({ checkPush, recorder, rules, sources }: DrainParts) {
  const room = createSpoolRoom();
  const turns = createTurns(BATCHES_AT_A_TIME);
  return async (delivery: Delivery, admitted: AdmittedDrain): Promise<DrainedTotals> => {
    const { head, body, arrival, signal } = delivery;
    const { settings, ctx, site } = admitted;
    const { accountId, plan } = ctx.caller;
    const holder = String(accountId);
    if (settings.audience !== undefined) await checkPush(head, settings.audience);
    const spooled = await spool(room, {
      chunks: body.chunks(),
      announcedBytes: head.headers.get('content-length'),
      encoding: head.headers.get('content-encoding'),
      holder,
      maxBytes: maxBytesOf(delivery.sender),
      secret: settings.signatureSecret,
    });
    try {
      requireSignature(head, settings.signatureSecret, spooled.signatures);
      delivery.sender = senderOfBody(delivery.sender, spooled);
      await requireWholeJson(delivery.sender, spooled);
      const batch = { head, spool: spooled, sender: delivery.sender, site: { ...site, plan }, signal };
      // read with the key
      const exclusions = await ctx.loaders.exclusions.load(site.id);
      const drain = async () => {
        const { totals, failure } = await drainBatch(recorder, { ...rules, exclusions }, batch);
        noteDrained(sources, admitted, { totals, bytes: spooled.bytes });
        if (failure !== undefined) throw failure.cause;
        return totals;
      };
      return await turns.take(holder, () => inOperation(arrival, 'drain', drain));
    } finally {
      await spooled.close();
    }
  };
}

function maxBytesOf({ maxBytes = MAX_BATCH_BYTES }: SenderRules): number {
  return maxBytes;
}

function noteRefusedTo(
  sources: SourceNotes,
  { admitted, sender, arrival }: Delivery,
  refusal: Refusal,
): void {
  if (admitted !== undefined)
    noteRefused(sources, admitted.settings, { sender: sender.name, refusal, nowMs: arrival.nowMs });
}

async function refuse(
  { admitted, sender, head, arrival, body }: Delivery,
  refusal: Refusal,
): Promise<Response> {
  const isRead = await body.discard();
  const headers = { ...retryAfter(refusal), ...headersOf(admitted), ...(isRead ? {} : CLOSING) };
  const own = sender.refusal?.(refusal, { head, nowMs: arrival.nowMs });
  if (own === undefined) return refusalAnswer(refusal, headers);
  return new WholeResponse(own.body, {
    status: refusal.status,
    headers: { ...refusalHeaders(refusal), ...headers, ...own.headers },
  });
}

const READS: readonly string[] = ['GET', 'HEAD'];

function probed(headers: Headers): Response {
  return new WholeResponse(PROBED, {
    status: 200,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  });
}

function answer({ sender, head, arrival, admitted }: Delivery, totals: DrainedTotals): Response {
  const { recorded, repeats } = totals;
  const told = {
    recorded,
    repeats,
    passedOver: passedOver(totals),
    unreadable: passedOver(totals, UNREADABLE),
  };
  const own = sender.answer?.({ head, nowMs: arrival.nowMs, ...told });
  const headers = headersOf(admitted);
  if (own === undefined)
    return json(200, { recorded, repeated: repeats, passed_over: told.passedOver }, headers);
  return new WholeResponse(own.body, { status: 200, headers: { ...headers, ...own.headers } });
}

/** Of every answer to a caller who is known. */
function headersOf(admitted: AdmittedDrain | undefined): Headers {
  return admitted ? { 'Cache-Control': 'private, no-store', ...verification(admitted.settings) } : {};
}

/** What a sender cannot help it may send again; so may those whose protocol forbids that after a 500. */
function refusalFor(error: unknown): Refusal {
  if (error instanceof SenderLeft)
    return new Refusal('OVERLOADED', { message: 'The batch was cut short. Send it again.' });
  const refusal = recordingRefusalOf(error);
  if (refusal.status !== 500) return refusal;
  return new Refusal('OVERLOADED', { message: 'The batch could not be recorded. Send it again.' });
}

const HOUR_SECONDS = '3600';

function retryAfter({ code }: Refusal): Headers {
  return code === 'LIMIT_EXCEEDED' ? { 'Retry-After': HOUR_SECONDS } : {};
}

function tooManyRecords(sender: SenderRules): Refusal {
  return new Refusal('BATCH_TOO_LARGE', {
    message: `${boundsOf(maxBytesOf(sender))} Those of this one were recorded, and what follows them was not. Set the sender to smaller batches.`,
  });
}

function limitExceeded(
  { plans, caller: { plan }, nowMs, service }: RequestContext,
  { recorded }: DrainedTotals,
): Refusal {
  const limit = plans[plan].eventsPerMonth.toLocaleString('en');
  const nextMonth = formatInstant(startOfNextMonth(nowMs));
  return new Refusal('LIMIT_EXCEEDED', {
    message:
      `The quota of ${limit} events a month is spent: ${recorded} records of this batch were recorded now, and others not. ` +
      'Send it again later: what is recorded is not counted twice. ' +
      `There is room again from ${nextMonth} on. For more at once, ask ${supportAt(service.supportContact)}. ` +
      `If you run the service yourself: ${liftingQuota({ plan })}.`,
  });
}

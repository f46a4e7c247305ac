import type { AdmittedDrain } from '../context.ts';
import type { DrainSettings } from '../domain/drain-settings.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { Sender } from '../domain/sender.ts';
import type { SourceKey, SourceNotes } from '../operations/recording/source-notes.ts';
import type { PassedOverReason } from '../recording/passed-over.ts';
import type { DrainedTotals } from './drain-batch.ts';

/** What became of a batch, or of its parts before the sender left. */
export function noteDrained(
  sources: SourceNotes,
  { ctx, settings }: AdmittedDrain,
  { totals, bytes }: { readonly totals: DrainedTotals; readonly bytes: number },
): void {
  const { sender, recorded: events, repeats, skipped, robots, lackIds, seen } = totals;
  const records = events + repeats + passedOver(totals);
  // a sender's test
  if (records === 0) return;
  const limits = lackIds ? (['no-request-id'] as const) : [];
  const report = { records, events, repeats, bytes, lastEvent: events > 0, skipped, robots, limits, seen };
  sources.note(sourceOf(settings, sender), report, ctx.nowMs);
}

/** What was answered instead of recording a batch; the sender is undefined if the delivery does not tell. */
export function noteRefused(
  sources: SourceNotes,
  settings: DrainSettings,
  { sender = expectedSender(settings), refusal, nowMs }: Refused,
): void {
  const { status, message: reason } = refusal;
  sources.refuse(sourceOf(settings, sender), { status, reason }, nowMs);
}

type Refused = {
  readonly sender: Sender | undefined;
  readonly refusal: Refusal;
  readonly nowMs: number;
};

/** The sender that a key is set up for. It is used if a delivery does not name its sender. */
function expectedSender({ signatureSecret, audience }: DrainSettings): Sender {
  if (signatureSecret !== undefined) return 'vercel';
  return audience === undefined ? 'lines' : 'pubsub';
}

/** How many records were skipped for any of these reasons, or at all. */
export function passedOver({ skipped }: DrainedTotals, reasons?: readonly PassedOverReason[]): number {
  let sum = 0;
  for (const [reason, { count }] of skipped) if (reasons?.includes(reason) ?? true) sum += count;
  return sum;
}

function sourceOf({ siteId, keyId }: DrainSettings, sender: Sender): SourceKey {
  return { siteId, kind: 'drain', name: '', keyId, sender };
}

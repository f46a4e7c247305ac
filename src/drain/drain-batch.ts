import { hash } from 'node:crypto';
import type { DrainedBatch } from '../domain/drained-batch.ts';
import type { Plan } from '../domain/plan.ts';
import { type RobotCounts, addRobots } from '../domain/robot-count.ts';
import type { Sender } from '../domain/sender.ts';
import type { Site } from '../domain/site.ts';
import { type RecordedPart, createBatchRecorder } from '../operations/recording/drain.ts';
import type { Recorder } from '../operations/recording/record-events.ts';
import type { Skipped } from '../operations/recording/source-notes.ts';
import { firstLines } from '../logs/scan-lines.ts';
import { type RequestRules, createClassifier } from '../recording/classify-request.ts';
import { detectFormat } from '../recording/detect-format.ts';
import type { FormatName } from '../recording/log-formats.ts';
import { type LogReader, createLogReader } from '../recording/log-reader.ts';
import type { PassedOverReason } from '../recording/passed-over.ts';
import type { LogRecord } from '../recording/log-record.ts';
import { type SeenFields, noFields, seeFields } from '../recording/seen-fields.ts';
import { createGivingUpReader, createMixedReader } from './mixed-reader.ts';
import { type BatchReader, type ScannedPart, scanBatch } from './scan-batch.ts';
import { senderOfFormat } from './senders/find-sender.ts';
import type { DrainHead, SenderRules } from './senders/sender.ts';
import type { Spool } from './spool.ts';
import { createUnwrappingReader, wrappedLine } from './wrapped-line.ts';

/** A batch that has arrived, and where it belongs. */
export type ArrivedBatch = {
  readonly head: DrainHead;
  readonly spool: Spool;
  readonly sender: SenderRules;
  readonly site: Site & { readonly plan: Plan };
  /** Aborted when its sender has left: nothing more is recorded then. */
  readonly signal: AbortSignal;
};

/** What became of a batch, in records. */
export type DrainedTotals = {
  readonly sender: Sender;
  readonly recorded: number;
  readonly repeats: number;
  readonly skipped: ReadonlyMap<PassedOverReason, Skipped>;
  /** Requests of robots that the catalogue does not have. */
  readonly robots: RobotCounts;
  /** What the records have. */
  readonly seen: SeenFields;
  /** Whether some of those with events have no id of their own, also where they are repeats. */
  readonly lackIds: boolean;
  /** False if the month had no room for all of it: what follows is not recorded. */
  readonly isWhole: boolean;
  /** Whether it has more records than a batch may have: those beyond are not recorded. */
  readonly isCut: boolean;
};

/** What became of a batch, and what ended its recording too early, if anything did. */
export type Drained = {
  readonly totals: DrainedTotals;
  readonly failure: { readonly cause: unknown } | undefined;
};

/**
 * Records a batch part by part, the next one being read meanwhile. It fails with what the recorder of a batch throws, and with
 * the reason of its signal; parts before that stay recorded, and the next delivery goes on behind them.
 */
export async function drainBatch(
  recorder: Recorder,
  rules: RequestRules,
  { head, spool, sender, site, signal }: ArrivedBatch,
): Promise<Drained> {
  const batch = { siteId: site.id, key: await keyOf(sender, head, spool) };
  const book = createBatchRecorder(recorder, site, batch);
  const lines = sender.isMixed === true ? createMixedReader() : createBatchReader();
  const reader = createGivingUpReader(createUnwrappingReader(lines));
  const seen = noFields();
  const onRecord = (record: LogRecord) => {
    seeFields(seen, record);
  };
  const classify = createClassifier({ ...rules, siteDomain: site.domain });
  const totals = createTotals();
  let recording: Promise<boolean> = Promise.resolve(true);
  async function recordParts(): Promise<void> {
    for await (const part of scanBatch(sender.records(spool), { reader, classify, onRecord, signal })) {
      if (!(await recording)) break;
      signal.throwIfAborted();
      recording = book.record(part).then((done) => totals.add(part, done));
      // seen below; until then it is no unhandled rejection
      recording.catch(() => undefined);
    }
  }
  const [parts] = await Promise.allSettled([recordParts()]);
  const [last] = await Promise.allSettled([recording]);
  const isWhole = last.status === 'fulfilled' && last.value;
  return {
    totals: { ...totals.sum(), seen, sender: sender.name ?? senderOfFormat(reader.format), isWhole },
    failure: failureOf(parts) ?? failureOf(last),
  };
}

function failureOf(settled: PromiseSettledResult<unknown>): Drained['failure'] {
  return settled.status === 'rejected' ? { cause: settled.reason as unknown } : undefined;
}

/** Reads lines in the format that the first of them decide, as those of a file are read. */
function createBatchReader(): BatchReader {
  let reader: LogReader | undefined;
  return {
    get format() {
      return reader?.format;
    },
    meet(block) {
      reader ??= createLogReader({ format: formatOf(firstLines(block)) });
    },
    read: (line) => (reader ??= createLogReader()).read(line),
  };
}

function formatOf(lines: readonly string[]): FormatName | undefined {
  return detectFormat(lines) ?? detectFormat(lines.flatMap((line) => wrappedLine(line) ?? []));
}

/** The id of the sender's own, if it has one; a body is known by its digest. */
async function keyOf(sender: SenderRules, head: DrainHead, spool: Spool): Promise<DrainedBatch['key']> {
  const id = await sender.batchId?.(head, spool);
  const text = id === undefined ? `body ${spool.digest}` : `${sender.name ?? 'lines'} ${id}`;
  return hash('sha256', text, 'hex').slice(0, 32);
}

function createTotals() {
  const skipped = new Map<PassedOverReason, Skipped>();
  const robots: RobotCounts = new Map();
  let [recorded, repeats, lackIds, isCut] = [0, 0, false, false];
  return {
    /** Returns whether the part is recorded as a whole. */
    add(part: ScannedPart, done: RecordedPart): boolean {
      recorded += done.recorded;
      repeats += done.repeats;
      isCut = part.isCut;
      lackIds ||= part.events.some(({ event }) => event.requestDigest === undefined);
      for (const [reason, { count, sample }] of part.skipped) {
        const known = skipped.get(reason);
        skipped.set(reason, { count: (known?.count ?? 0) + count, sample: known ? known.sample : sample });
      }
      addRobots(robots, part.robots.values());
      return done.isWhole;
    },
    sum: () => ({ recorded, repeats, skipped, robots, lackIds, isCut }),
  };
}

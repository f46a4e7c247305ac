import { type Landing, isLanding } from '../domain/attribution.ts';
import { stateForLinesBefore } from '../recording/log-reader.ts';
import type { ReadOptions } from './batches.ts';
import { linesBetween } from './lines-between.ts';
import type { LogText } from './log-text.ts';
import { type ScanRules, scanLines } from './scan-lines.ts';
import { Unreadable } from './unreadable.ts';

/** The start of a text that is recorded. */
export type RecordedPart = {
  readonly text: LogText;
  readonly bytes: number;
  readonly readerState: string | null;
  /** Whether there are lines behind it, or may be. */
  readonly hasRest: boolean;
};

type LandingRules = Pick<Remembering, 'windowMs'> & { readonly readOptions: ReadOptions };

/** No more is read: of a site with more in a window, the oldest landings are left out. */
const MAX_BYTES = 134_217_728;

/** What is read first. Each step is twice as long as that before: a packed text is unpacked from its start for each. */
const FIRST_BYTES = 1_048_576;

/** What keeps landings that were recorded before, and for how long a landing matters. */
export type Remembering = {
  readonly windowMs: number;
  readonly remember: (landings: readonly Landing[]) => void;
};

/**
 * The landings in recorded parts of a log, oldest first, that conversions in the lines behind them may come from. The parts
 * come newest first. Each is read backwards, step by step, up to a step whose lines are all too old: lines need not be in
 * order. A text that cannot be read is left out.
 */
export async function landingsBefore(
  parts: AsyncIterable<RecordedPart>,
  { readOptions, windowMs }: LandingRules,
): Promise<readonly Landing[]> {
  const walk: Walk = { steps: [], fromMs: Infinity, left: MAX_BYTES };
  await readOptions.beforeScan?.();
  for await (const part of parts) if (!(await walkBack(part, walk, { readOptions, windowMs }))) break;
  const landings = walk.steps.toReversed().flat();
  return landings.filter(({ createdAtMs }) => createdAtMs >= walk.fromMs);
}

/** What was read so far, the newest step first. */
type Walk = {
  readonly steps: (readonly Landing[])[];
  /** Landings before are too old. */
  fromMs: number;
  /** How many bytes may still be read. */
  left: number;
};

/** Reads a part backwards. False once enough was read. */
async function walkBack(
  part: RecordedPart,
  walk: Walk,
  { readOptions, windowMs }: LandingRules,
): Promise<boolean> {
  let bytes = FIRST_BYTES;
  for (let to = part.bytes; to > 0 && walk.left > 0; bytes *= 2) {
    const range = { from: Math.max(0, to - Math.min(bytes, walk.left)), to };
    const step = await readStep(part, range, readOptions).catch(undefinedIfUnreadable);
    if (!step) return true;
    const { newestMs } = step;
    // lines will follow these
    if (walk.fromMs === Infinity || (part.hasRest && to === part.bytes))
      walk.fromMs = Math.min(walk.fromMs, (newestMs ?? Infinity) - windowMs);
    // a step without a line that can be read shows nothing of those before it
    if (newestMs !== undefined && newestMs < walk.fromMs) return false;
    walk.steps.push(step.landings);
    walk.left -= to - step.from;
    to = step.from;
  }
  return walk.left > 0;
}

type Step = {
  readonly landings: readonly Landing[];
  /** Undefined without a line that can be read. */
  readonly newestMs: number | undefined;
  /** Where its first line begins. */
  readonly from: number;
};

async function readStep(
  { text, readerState: state }: RecordedPart,
  range: { readonly from: number; readonly to: number },
  rules: ScanRules,
): Promise<Step> {
  const landings: Landing[] = [];
  let newestMs: number | undefined;
  let from: number | undefined;
  let readerState = stateForLinesBefore(state);
  const classify: ScanRules['classify'] = (record) => {
    newestMs = Math.max(newestMs ?? -Infinity, record.timeMs);
    return rules.classify(record);
  };
  for await (const { at, lines } of linesBetween(text, range)) {
    from ??= at;
    const scan = scanLines({ text: lines, readerState }, { ...rules, classify });
    for (const event of scan.events) if (isLanding(event)) landings.push(event);
    ({ readerState } = scan);
  }
  return { landings, newestMs, from: from ?? range.from };
}

function undefinedIfUnreadable(cause: unknown): undefined {
  if (!(cause instanceof Unreadable)) throw cause;
}

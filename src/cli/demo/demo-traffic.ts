import { counted } from '../../domain/counted.ts';
import type { NewEvent } from '../../domain/event.ts';
import { DAY_MS, startOfDay } from '../../domain/time.ts';
import type { Site } from '../../domain/site.ts';
import { type LogBook, createLogBook } from '../../operations/recording/log-book.ts';
import { createSourceNotes } from '../../operations/recording/source-notes.ts';
import type { RecordedLog } from '../../domain/recorded-log.ts';
import { demoEvents } from './demo-events.ts';
import { demoRobots } from './demo-robots.ts';
import type { DemoParts } from './demo-parts.ts';

const DAYS = 90;
const WEEK_MS = 7 * DAY_MS;

/** Real logs cannot be confused with it: their first lines are digests, and their paths are absolute. */
const FIRST_LINE = 'demo';
const PATH = 'demo/access.log';
const BYTES_PER_EVENT = 200;

/** The start of the traffic of a site that is created at this time. */
export function startOfTraffic(bornMs: number): number {
  return startOfDay(bornMs) - DAYS * DAY_MS;
}

/**
 * Records the traffic of the demo site that is missing up to now, but no more than 90 days of it. The site has it from
 * `startMs` if none of it is recorded yet. It is recorded like a log, whose position is stored with the events, so it is
 * exact after a start that was killed, and whatever else the user records to the site.
 */
export async function addTraffic(parts: DemoParts, site: Site, startMs: number): Promise<void> {
  const { db, note, stop } = parts;
  const nowMs = parts.now();
  const book = createLogBook(parts, site.id);
  const [recorded] = await book.find([FIRST_LINE]);
  const afterMs = Math.max(recorded?.modifiedAtMs ?? startMs - 1, startOfTraffic(nowMs) - 1);
  const events = demoEvents({ bornMs: site.createdAtMs, afterMs, untilMs: nowMs });
  if (events.length === 0) return;
  note(`adding ${counted(events.length, 'made-up event')} to the demo site`);
  let log = recorded ?? startOfLog(site.id);
  for (const batch of splitByWeek(events)) {
    stop.throwIfAborted();
    const next = logAfter(log, batch);
    if (!(await recordBatch(book, { batch, from: log, to: next }))) {
      note('the demo site is incomplete: the quota of its account has no room for more this month');
      return;
    }
    log = next;
  }
  // conversions are in no log
  const conversion = events.findLast(({ type }) => type === 'conversion');
  if (conversion === undefined) return;
  const sources = createSourceNotes(db, (cause) => note(`the demo site lacks a note: ${String(cause)}`));
  const robots = demoRobots({ bornMs: site.createdAtMs, afterMs, untilMs: nowMs });
  sources.note(
    { siteId: site.id, kind: 'collector', name: '' },
    { records: 1, events: 1, repeats: 0, bytes: 0, lastEvent: true, skipped: new Map(), robots, limits: [] },
    conversion.createdAtMs,
  );
  await sources.settle();
}

function startOfLog(siteId: string): RecordedLog {
  const position = { bytes: 0, digest: '', readerState: null };
  return { siteId, firstLine: FIRST_LINE, copy: 0, path: PATH, modifiedAtMs: 0, ...position };
}

function logAfter(log: RecordedLog, events: readonly NewEvent[]): RecordedLog {
  const modifiedAtMs = events.at(-1)?.createdAtMs ?? log.modifiedAtMs;
  const bytes = log.bytes + events.length * BYTES_PER_EVENT;
  return { ...log, modifiedAtMs, bytes, digest: `demo of ${bytes} bytes` };
}

type Step = { readonly batch: readonly NewEvent[]; readonly from: RecordedLog; readonly to: RecordedLog };

/** Records the whole batch, or nothing: then returns false. */
async function recordBatch(book: LogBook, { batch, from, to }: Step): Promise<boolean> {
  const step = { log: from, from, to, path: to.path, modifiedAtMs: to.modifiedAtMs };
  const upTo = (room: number) =>
    room < batch.length ? { events: [], step: undefined } : { events: batch, step };
  return (await book.record({ wanted: batch.length, upTo })).events.length > 0;
}

/** The events of each week: a batch must not end between two events of the same instant. */
function splitByWeek(events: readonly NewEvent[]): readonly (readonly NewEvent[])[] {
  const weeks = new Map<number, NewEvent[]>();
  for (const event of events) {
    const week = Math.floor(event.createdAtMs / WEEK_MS);
    const batch = weeks.get(week);
    if (batch) batch.push(event);
    else weeks.set(week, [event]);
  }
  return [...weeks.values()];
}

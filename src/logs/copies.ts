import type { LogIdentity, RecordedLog } from '../domain/recorded-log.ts';
import { type WholeLog, compareLogs } from './compare-logs.ts';
import { digestOfLine, isDirective } from './first-line.ts';
import type { LogBook } from '../operations/recording/log-book.ts';
import { LINE_FEED, type LogText } from './log-text.ts';
import type { Place } from './place.ts';

/** The recorded logs of which a text may hold copies. */
export type OtherLogs = {
  /** Whether there are any. */
  exist(): Promise<boolean>;
  /** Those that begin with one of these lines. */
  find(firstLines: readonly string[]): Promise<readonly RecordedLog[]>;
  /** Whether it is the log of the text itself. Its lines are never copies: two equal lines may be two requests. */
  isOwn(log: LogIdentity): boolean;
  /** Whether the text may still grow by the rest of a copy. */
  mayGrow(): boolean;
};

/** The logs of a book of which the text of this one may hold copies. */
export function othersThan(
  own: LogIdentity,
  book: Pick<LogBook, 'find' | 'hasOthers'>,
  mayGrow: () => boolean,
): OtherLogs {
  return {
    exist: () => book.hasOthers(own),
    find: (firstLines) => book.find(firstLines),
    isOwn: (log) => log.firstLine === own.firstLine && log.copy === own.copy,
    mayGrow,
  };
}

/** A place at which recorded logs may begin, in bytes from the start of the text. */
type Beginning = { readonly at: number; readonly logs: readonly RecordedLog[] };

/** Bounds the memory of a search. */
const LINES_AT_A_TIME = 5_000;

/** A log begins at its directives. More than these are not searched for. */
const MAX_DIRECTIVES = 16;

/** Comparisons that fail may read so much, and eight times the text that was read: the cost stays linear. */
const FAILING_BYTES = 268_435_456;
const FAILING_TIMES = 8;

/**
 * Finds copies of recorded logs in a text: each begins at the first line of its log, and holds all that is recorded of
 * it. A program that collects logs, such as Plesk's statistics, appends one to another.
 */
export class Copies {
  readonly #text: LogText;
  readonly #others: OtherLogs;
  #searchedTo = 0;
  #beginnings: readonly Beginning[] = [];
  #directives: readonly number[] = [];
  #failedBytes = 0;

  constructor(text: LogText, others: OtherLogs) {
    this.#text = text;
    this.#others = others;
  }

  /** How many bytes of these lines, which stand at this place, come before the next place where a copy may begin. */
  async bytesBefore(lines: Buffer, at: number): Promise<number> {
    this.#searchedTo = Math.max(this.#searchedTo, at);
    this.#beginnings = this.#beginnings.filter((one) => one.at >= at);
    // lines that were read before can no longer begin a copy
    this.#directives = this.#directives.filter((one) => one >= at);
    for (;;) {
      const [next] = this.#beginnings;
      if (next) return next.at - at;
      const unsearched = lines.subarray(this.#searchedTo - at);
      if (unsearched.length === 0) return lines.length;
      // usually there are none, and the digest of each line is a tenth of the work of an import
      if (await this.#others.exist()) await this.#search(unsearched);
      else this.#searchedTo += unsearched.length;
    }
  }

  /**
   * The copy that begins at this place, before these lines; undefined if there is none. `may-be-copy` if the text ends before
   * that is certain, and may grow.
   */
  async copyAt(place: Place, lines: Buffer): Promise<WholeLog | 'may-be-copy' | undefined> {
    const [beginning, ...later] = this.#beginnings;
    const isAffordable = this.#failedBytes <= FAILING_BYTES + FAILING_TIMES * place.bytes;
    if (beginning?.at !== place.bytes || !isAffordable) {
      this.#beginnings = later;
      return undefined;
    }
    const { found, endsEarly, readTo } = await compareLogs(this.#text, place, beginning.logs);
    if (endsEarly && this.#others.mayGrow()) {
      this.#searchAgainFrom(place.bytes);
      return 'may-be-copy';
    }
    const line = lines.subarray(0, lines.indexOf(LINE_FEED) + 1);
    if (found && !(endsWith(place.end, line) && (await this.#isOneLine(line, place, found.place))))
      return found;
    // what was read beyond these lines is read again; in a packed file, from its start
    this.#failedBytes += readTo > place.bytes + lines.length ? readTo : readTo - place.bytes;
    this.#beginnings = later;
    return undefined;
  }

  /** The logs may be recorded further by then. */
  #searchAgainFrom(at: number): void {
    this.#searchedTo = at;
    this.#beginnings = [];
    this.#directives = [];
  }

  /** Looks for the first lines of recorded logs in the next lines. */
  async #search(lines: Buffer): Promise<void> {
    const places = new Map<string, number[]>();
    let from = 0;
    for (let count = 0; count < LINES_AT_A_TIME && from < lines.length; count++) {
      const feed = lines.indexOf(LINE_FEED, from);
      const end = feed < 0 ? lines.length : feed;
      this.#note(lines.subarray(from, end), this.#searchedTo + from, places);
      from = feed < 0 ? end : feed + 1;
    }
    const logs = places.size > 0 ? await this.#others.find([...places.keys()]) : [];
    this.#beginnings = beginningsOf(
      logs.filter((log) => log.bytes > 0 && !this.#others.isOwn(log)),
      places,
    );
    this.#searchedTo += from;
  }

  /** Notes where a log begins that has this first line: there, or at one of the directives right before. */
  #note(line: Buffer, at: number, places: Map<string, number[]>): void {
    if (isDirective(line)) {
      this.#directives = [...this.#directives, at].slice(-MAX_DIRECTIVES);
      return;
    }
    const starts = [...this.#directives, at];
    this.#directives = [];
    const digest = digestOfLine(line);
    const known = places.get(digest);
    if (known) known.push(...starts);
    else places.set(digest, starts);
  }

  /**
   * Whether the text between the places is one line over and over. If it also follows that line, the text shows that
   * there were so many equal requests, and not which of them are copies.
   */
  async #isOneLine(line: Buffer, { bytes: from }: Place, { bytes: until }: Place): Promise<boolean> {
    for (let at = from; at < until; at += line.length) {
      const read = Buffer.alloc(Math.min(line.length, until - at));
      await this.#text.read(read, at);
      if (!read.equals(line.subarray(0, read.length))) return false;
    }
    return true;
  }
}

function endsWith(text: Buffer, line: Buffer): boolean {
  return line.length > 0 && text.subarray(-line.length).equals(line);
}

/** At the start of a text there is no copy: the log that it continues was looked for before. */
function beginningsOf(
  logs: readonly RecordedLog[],
  places: ReadonlyMap<string, readonly number[]>,
): readonly Beginning[] {
  const logsByLine = new Map<string, RecordedLog[]>();
  for (const log of logs) {
    const known = logsByLine.get(log.firstLine);
    if (known) known.push(log);
    else logsByLine.set(log.firstLine, [log]);
  }
  return [...logsByLine]
    .flatMap(([line, ofLine]) => (places.get(line) ?? []).map((at) => ({ at, logs: ofLine })))
    .filter(({ at }) => at > 0)
    .toSorted((one, other) => one.at - other.at);
}

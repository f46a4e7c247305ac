import { type RobotCounts, addRobots } from '../../domain/robot-count.ts';
import type { NotedHour, SourceNote } from '../../queries/source-notes.ts';

/** Notes that wait to be written, by site: what is noted of a source meanwhile is added up. */
export type HeldNotes = {
  /** Adds a note to those of its source, which are older. */
  add(siteId: string, note: SourceNote): void;
  /** The notes of each site, which are no longer held. */
  takeAll(): ReadonlyMap<string, readonly SourceNote[]>;
  readonly isEmpty: boolean;
  /** There is much to write. */
  readonly isLong: boolean;
};

const LONG = 2_000;

/** More are not held while the database is away for long: hours that are held already are added to, others are lost. */
const MOST = 20_000;

/** The hours and the robots of the note are those beside it. */
type HeldSource = { note: SourceNote; readonly hours: Map<string, NotedHour>; readonly robots: RobotCounts };

export function createHeldNotes(): HeldNotes {
  let bySite = new Map<string, Map<string, HeldSource>>();
  let rows = 0;

  function sourceOf(siteId: string, note: SourceNote): HeldSource | undefined {
    const sources = bySite.get(siteId) ?? new Map<string, HeldSource>();
    const known = sources.get(note.id);
    if (known !== undefined || rows >= MOST) return known;
    const source = { note, hours: new Map<string, NotedHour>(), robots: new Map() };
    bySite.set(siteId, sources.set(note.id, source));
    rows++;
    return source;
  }

  function addHour(hours: HeldSource['hours'], more: NotedHour): void {
    const key = `${more.hourMs} ${more.outcome}`;
    const known = hours.get(key);
    if (known === undefined && rows >= MOST) return;
    if (known === undefined) rows++;
    const { count = 0, sample = more.sample } = known ?? {};
    hours.set(key, { ...more, count: count + more.count, sample });
  }

  function addRobotsOf(note: SourceNote, { robots }: HeldSource): void {
    if (rows >= MOST) return;
    const before = robots.size;
    addRobots(robots, note.robots);
    rows += robots.size - before;
  }

  return {
    add(siteId, note) {
      const source = sourceOf(siteId, note);
      if (source === undefined) return;
      source.note = { ...source.note, ...withoutGaps(note) };
      for (const hour of note.hours) addHour(source.hours, hour);
      addRobotsOf(note, source);
    },
    takeAll() {
      const taken = bySite;
      bySite = new Map();
      rows = 0;
      return new Map([...taken].map(([siteId, sources]) => [siteId, [...sources.values()].map(noteOf)]));
    },
    get isEmpty() {
      return bySite.size === 0;
    },
    get isLong() {
      return rows >= LONG;
    },
  };
}

/** Holds notes that could not be written, before those that were added meanwhile. */
export function holdAgain(held: HeldNotes, notes: ReadonlyMap<string, readonly SourceNote[]>): void {
  if (notes.size === 0) return;
  for (const [siteId, ofSite] of [...notes, ...held.takeAll()])
    for (const note of ofSite) held.add(siteId, note);
}

/** What the note says; what it does not, an older one may have said. */
function withoutGaps(note: SourceNote): Partial<SourceNote> {
  return Object.fromEntries(Object.entries(note).filter(([, value]) => value !== undefined));
}

function noteOf({ note, hours, robots }: HeldSource): SourceNote {
  return { ...note, hours: [...hours.values()], robots: [...robots.values()] };
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../served.ts';
import type { Lane } from './brute-force.ts';
import { type Collecting, collect } from './collecting.ts';
import { type FollowedLog, ROTATIONS, createFollowedLog } from './followed-log.ts';
import { combinedLine, itemLine, jsonLine } from './written-lines.ts';

/** Somebody who records visits: a web server whose log is followed, or a backend that calls the collector. */
export type RecordingLane = Lane & {
  /** Writes the lines of a round; resolves once they are written, which may be before they are recorded. */
  readonly record: (lines: readonly string[], disturb: Disturbance) => Promise<void>;
  /** Of a log. */
  readonly log?: FollowedLog;
};

/** What happens while the lines of a round are written to a log. */
export type Disturbance = {
  readonly random: () => number;
  /** Nothing happens: of a log that was never recorded, what is rotated by then would be left alone. */
  readonly isCalm: boolean;
  readonly count: (what: string) => void;
};

export const WRITERS = { combined: combinedLine, json: jsonLine, item: itemLine } as const;

/** The conversions of the lines, as rules of the product. */
export const CONVERSION_RULES = `purchase /thanks/* value=total
contact POST /contact/*
`;

/** Two logs, which are followed by a process each, and two backends. */
export function startLanes(
  folder: string,
  env: Environment,
  collecting: Collecting,
): readonly RecordingLane[] {
  const { siteId } = collecting;
  const followed = (['combined', 'json'] as const).map((format) => {
    const own = join(folder, format);
    mkdirSync(own);
    const log = createFollowedLog({ folder: own, siteId, env });
    log.start();
    return { name: `the log in ${format}`, keepsOwn: true, format, log, record: recordInLog(log) };
  });
  const backends = ['first', 'second'].map((which) => ({
    ...{ name: `the ${which} backend`, keepsOwn: false, format: 'item' as const },
    record: recordByCollector(collecting, which),
  }));
  return [...followed, ...backends];
}

function recordByCollector(collecting: Collecting, name: string): RecordingLane['record'] {
  let round = 0;
  return (items) => collect(collecting, `${name}-${round++}`, items);
}

const PARTS = 3;

/** Between the parts of a round, the log may be rotated and its follower be killed and started again. */
function recordInLog(log: FollowedLog): RecordingLane['record'] {
  return async (lines, { random, isCalm, count }) => {
    if (isCalm) {
      log.append(lines);
      return;
    }
    const size = Math.ceil(lines.length / PARTS);
    for (let part = 0; part < PARTS; part++) {
      const own = lines.slice(part * size, (part + 1) * size);
      const half = Math.floor(own.length / 2);
      const isKilled = random() < 0.15;
      log.append(own.slice(0, half));
      // it dies at some moment of what it does next, as long as a commit takes
      if (isKilled && random() < 0.5) await soon(random);
      if (isKilled) await log.kill();
      const how = ROTATIONS[Math.floor(random() * ROTATIONS.length * 3)];
      if (how) {
        const last = Math.min(2, own.length - half);
        log.rotate(how, own.slice(half, half + last));
        log.append(own.slice(half + last));
        count('rotations');
      } else log.append(own.slice(half));
      if (isKilled) log.start();
      if (isKilled) count('followers killed');
    }
  };
}

const LONGEST_COMMIT_MS = 400;

async function soon(random: () => number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_COMMIT_MS));
}

import { appendFileSync, readFileSync, truncateSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LogMoved } from '../../src/domain/recorded-log.ts';
import { crawlLine, crawlPath } from './memory-book.ts';
import { RotatedLog } from './rotated-log.ts';
import { type FollowerRun, useFollower } from './run-follower.ts';

type Followed = { readonly log: RotatedLog; readonly follower: FollowerRun };

/** A log, and a follower, which has not begun. */
function useFollowedLog(log = new RotatedLog(), path = log.path): Followed {
  const follower = useFollower(path);
  onTestFinished(async () => {
    await follower.kill();
    log.remove();
  });
  return { log, follower };
}

/** A log with a line, and its follower, which has read it. */
async function followNewLog(): Promise<Followed> {
  const { log, follower } = useFollowedLog(new RotatedLog(Date.parse('2026-03-01T10:00:00Z')));
  log.write(1);
  await follower.untilIdle();
  return { log, follower };
}

function recordedPaths({ memory }: FollowerRun): readonly string[] {
  return memory.events.map(({ pagePath }) => pagePath);
}

function paths(until: number): readonly string[] {
  return Array.from({ length: until }, (_, n) => crawlPath(n));
}

describe('a log', () => {
  it('is not recorded as read until one of its lines can be read', async () => {
    const { log, follower } = useFollowedLog();
    appendFileSync(log.path, 'no log\n');
    await follower.untilIdle();
    appendFileSync(log.path, 'no log either\n');
    await follower.untilIdle();
    expect(follower.memory.logs).toEqual([]);
    appendFileSync(log.path, crawlLine(0));
    await follower.untilIdle();
    await follower.kill();
    expect(follower.memory.logs).toMatchObject([{ bytes: readFileSync(log.path).length }]);
    expect(recordedPaths(follower)).toEqual(paths(1));
    expect(follower.notes).toEqual([
      'reading access.log from its start',
      'skipped 1 of 1 line: 1 not-a-log-line',
      'skipped 2 of 3 lines: 2 not-a-log-line',
    ]);
  });

  it('of which no line can be read is warned about once', async () => {
    const { log, follower } = useFollowedLog();
    appendFileSync(log.path, 'no log \u001b\n'.repeat(99));
    await follower.untilIdle();
    appendFileSync(log.path, 'no log\n');
    await follower.untilIdle();
    appendFileSync(log.path, 'no log\n');
    await follower.untilIdle();
    await follower.kill();
    expect(follower.notes).toEqual([
      'reading access.log from its start',
      'skipped 99 of 99 lines: 99 not-a-log-line',
      'none of the first 100 lines can be read, so nothing is recorded; name the format with --format. A line: no log \\u{1b}',
      'skipped 101 of 101 lines: 101 not-a-log-line',
    ]);
  });

  it('that was truncated is read at once, though it is shorter than what was read', async () => {
    const { log, follower } = await followNewLog();
    log.write(3);
    await follower.untilIdle();
    log.copyAndTruncate();
    log.write(1);
    await follower.untilIdle();
    expect(recordedPaths(follower)).toEqual(paths(5));
    expect(follower.notes).toEqual([
      'reading access.log from its start',
      'the log was truncated',
      'reading access.log from its start',
    ]);
  });

  it('that was truncated and has grown beyond what was read is recognised by its text', async () => {
    const { log, follower } = await followNewLog();
    log.copyAndTruncate();
    log.write(4);
    await follower.untilIdle();
    expect(recordedPaths(follower)).toEqual(paths(5));
  });

  it('that was truncated and has grown to the same size is recognised by its text', async () => {
    const { log, follower } = await followNewLog();
    log.copyAndTruncate();
    log.write(1);
    log.rename();
    log.reopen();
    await follower.untilIdle();
    expect(recordedPaths(follower)).toEqual(paths(2));
  });

  it('that is truncated twice while its older files are caught up with loses nothing, killed or not', async () => {
    const { log, follower } = await followNewLog();
    await follower.kill();
    log.rename();
    log.reopen();
    log.write(2);
    follower.meanwhile(0, () => {
      log.copyAndTruncate();
      log.write(2);
      log.copyAndTruncate();
      log.write(2);
    });
    // the first is of the rotated file, which was read to its end
    log.rename();
    log.reopen();
    log.write(1);
    follower.failAt(2, 'kill after commit');
    await follower.untilIdle();
    expect([...recordedPaths(follower)].toSorted()).toEqual(paths(8));
  });

  it('is read on in the rotated file as long as its writer writes there', async () => {
    const { log, follower } = await followNewLog();
    log.rename();
    log.write(1);
    await follower.untilIdle();
    log.write(1);
    log.reopen();
    log.write(1);
    await follower.untilIdle();
    expect(recordedPaths(follower)).toEqual(paths(4));
    expect(follower.notes.filter((note) => note === 'the log was rotated')).toHaveLength(1);
  });

  it('that was rotated with an incomplete last line has it recorded once nobody completes it', async () => {
    const { log, follower } = await followNewLog();
    appendFileSync(log.path, crawlLine(1).trimEnd());
    log.rename();
    log.reopen();
    await follower.untilIdle();
    expect(recordedPaths(follower)).toEqual(paths(1));
    await follower.linger();
    expect(recordedPaths(follower)).toEqual(paths(2));
  });

  it('that is not there is waited for', async () => {
    const missing = new RotatedLog();
    const path = `${missing.path}.json`;
    const { follower } = useFollowedLog(missing, path);
    await follower.untilIdle();
    await follower.untilIdle();
    writeFileSync(path, crawlLine(0));
    await follower.untilIdle();
    await follower.kill();
    expect(follower.notes).toEqual([
      'the file does not exist; waiting for it',
      'reading access.log.json from its start',
    ]);
    expect(recordedPaths(follower)).toEqual(paths(1));
  });
});

describe('a log to which another is appended', () => {
  const [before, after] = [100, 101];

  /** A log that has a line of its own, and its follower, which records into the book of another. */
  async function followCollected({ log, follower }: Followed) {
    const path = `${log.path}-collected`;
    writeFileSync(path, crawlLine(before));
    const collector = useFollower(path, follower.memory.book, Date.parse('2026-03-01T10:00:00Z'));
    onTestFinished(() => collector.kill());
    await collector.untilIdle();
    return { path, collector };
  }

  it('has the lines of the other recorded once, though they arrive in parts, and the other grows meanwhile', async () => {
    const { log, follower } = await followNewLog();
    const { path, collector } = await followCollected({ log, follower });
    for (const [from, until] of [
      [0, 50],
      [50, 150],
      [150, Infinity],
    ] as const) {
      log.write(1);
      await follower.untilIdle();
      appendFileSync(path, readFileSync(log.path).subarray(from, until));
      await collector.untilIdle();
    }
    appendFileSync(path, crawlLine(after));
    await collector.untilIdle();
    await collector.kill();
    expect([...recordedPaths(follower)].toSorted()).toEqual(
      [...paths(4), crawlPath(before), crawlPath(after)].toSorted(),
    );
    expect(collector.notes.at(-1)).toBe('skipped 4 of 5 lines: 4 recorded-before');
  });

  it('has lines recorded that only begin like the other, once nothing more comes', async () => {
    const { log, follower } = await followNewLog();
    log.write(3);
    await follower.untilIdle();
    const { path, collector } = await followCollected({ log, follower });
    appendFileSync(path, crawlLine(0) + crawlLine(after));
    await collector.untilIdle();
    expect(recordedPaths(follower)).toEqual([...paths(4), crawlPath(before)]);
    await collector.linger();
    expect(recordedPaths(follower)).toEqual([...paths(4), crawlPath(before), crawlPath(0), crawlPath(after)]);
  });

  it('has every line recorded, though the directives of the other arrive long before its first line', async () => {
    const { log, follower } = await followNewLog();
    writeFileSync(log.path, `#directive\n${crawlLine(5)}`);
    await follower.untilIdle();
    const { path, collector } = await followCollected({ log, follower });
    appendFileSync(path, '#directive\n');
    await collector.untilIdle();
    appendFileSync(path, crawlLine(5) + crawlLine(after));
    await collector.untilIdle();
    expect(recordedPaths(follower)).toEqual([0, 5, before, 5, after].map(crawlPath));
  });

  it('may be the rotated file beside it', async () => {
    const { log, follower } = await followNewLog();
    log.copyAndTruncate();
    for (let times = 0; times < 3; times++) {
      log.write(2);
      await follower.untilIdle();
      log.write(1);
      log.appendAndTruncate();
      await follower.untilIdle();
    }
    expect([...recordedPaths(follower)].toSorted()).toEqual(paths(10));
  });
});

describe('rotated files', () => {
  /** Writes three lines and rotates the log while nobody follows it; what packs the rotated file. */
  async function rotateUnseen({ log, follower }: Followed): Promise<Buffer> {
    await follower.kill();
    log.write(3);
    log.rename();
    log.reopen();
    return gzipSync(readFileSync(`${log.path}.1`));
  }

  it('from before the first start are skipped, then and later', async () => {
    const { log, follower } = await followNewLog();
    const old = `${log.path}.2.gz`;
    writeFileSync(old, gzipSync(crawlLine(1000)));
    utimesSync(old, new Date('2026-02-01'), new Date('2026-02-01'));
    const newcomer = useFollower(log.path);
    await newcomer.untilIdle();
    await newcomer.kill();
    expect(recordedPaths(newcomer)).toEqual(paths(1));
    expect(newcomer.notes).toEqual([
      'skipping older rotated files; record them with "logs import"',
      'reading access.log from its start',
    ]);
    await follower.kill();
    await follower.untilIdle();
    log.rename();
    log.reopen();
    log.write(1);
    await follower.untilIdle();
    expect(recordedPaths(follower)).toEqual(paths(2));
  });

  it('that came while the follower was away are read whole, the oldest first', async () => {
    const { log, follower } = await followNewLog();
    await follower.kill();
    for (let times = 0; times < 12; times++) {
      log.write(1);
      log.rename();
      log.reopen();
      log.pack(times, times % 2 === 0);
    }
    log.write(1);
    await follower.untilIdle();
    expect(recordedPaths(follower)).toEqual(paths(14));
  });

  it('that are still being packed are read when they are whole', async () => {
    const { log, follower } = await followNewLog();
    const packed = await rotateUnseen({ log, follower });
    truncateSync(`${log.path}.1`);
    writeFileSync(`${log.path}.1.gz`, packed.subarray(0, packed.length / 2));
    await follower.untilIdle();
    writeFileSync(`${log.path}.1.gz`, packed);
    await follower.untilIdle();
    expect(recordedPaths(follower)).toEqual(paths(4));
  });

  it('that stay damaged are reported', async () => {
    const { log, follower } = await followNewLog();
    const packed = await rotateUnseen({ log, follower });
    writeFileSync(`${log.path}.2.gz`, packed.subarray(0, packed.length - 9));
    await follower.untilIdle();
    await follower.linger();
    expect(follower.notes).toContain('cannot read access.log.2.gz: its gzip data ends too early');
    expect(recordedPaths(follower)).toEqual(paths(4));
  });

  it('that are still being copied count once', async () => {
    const { log, follower } = await followNewLog();
    log.write(2);
    await follower.untilIdle();
    await follower.kill();
    log.write(1);
    const whole = readFileSync(log.path);
    writeFileSync(`${log.path}.1`, whole.subarray(0, 150));
    await follower.untilIdle();
    writeFileSync(`${log.path}.1`, whole);
    log.copyAndTruncate();
    await follower.untilIdle();
    await follower.linger();
    expect(recordedPaths(follower)).toEqual(paths(4));
  });
});

describe('the follower', () => {
  it('stops at the exact event when the quota is spent, reports it once, and continues when there is room', async () => {
    const { log, follower } = await followNewLog();
    follower.memory.room = 2;
    log.write(5);
    await follower.untilIdle();
    await follower.untilIdle();
    expect(recordedPaths(follower)).toEqual(paths(3));
    follower.memory.room = 10;
    await follower.untilIdle();
    await follower.untilIdle();
    expect(recordedPaths(follower)).toEqual(paths(6));
    expect(follower.notes).toEqual([
      'reading access.log from its start',
      'recording stopped, because the account has used its quota of 10 events a month: 10 were recorded this month, and 3 events of access.log wait; it goes on automatically from 2026-04-01T00:00:00.000Z on, or at once after a change: "site-traffic account set-plan EMAIL self-hosted" lifts the quota, and a higher FREE_EVENTS_PER_MONTH raises it',
      'the quota has room again',
    ]);
  });

  it('waits while the database is away, and reports when that begins and ends', async () => {
    const { log, follower } = await followNewLog();
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    let times = 5;
    follower.memory.fault = () => (times-- > 0 ? { before: away } : {});
    log.write(1);
    await follower.untilIdle();
    expect(recordedPaths(follower)).toEqual(paths(2));
    expect(follower.notes.slice(1)).toEqual([
      'waiting for the database: connect ECONNREFUSED',
      'the database is back',
    ]);
  });

  it('fails if the database refuses the data, since a retry would not help', async () => {
    const { log, follower } = await followNewLog();
    const refused = Object.assign(new Error('numeric field overflow'), { code: '22003' });
    follower.memory.fault = () => ({ before: refused });
    log.write(1);
    await expect(follower.untilIdle()).rejects.toBe(refused);
  });

  it('fails when another process records the same log all the time', async () => {
    const { log, follower } = await followNewLog();
    follower.memory.fault = () => ({ before: new LogMoved() });
    log.write(1);
    await expect(follower.untilIdle()).rejects.toThrow(`another process is recording ${log.path}`);
  });

  it('reports that the log that it read is gone', async () => {
    const { log, follower } = await followNewLog();
    await follower.kill();
    writeFileSync(log.path, crawlLine(1));
    await follower.untilIdle();
    expect(recordedPaths(follower)).toEqual(paths(2));
    expect(follower.notes).toContain(
      'the log that was recorded up to byte 89 is gone; any lines after that are not recorded',
    );
  });

  it('reports once that the log that it read is gone and no other is there', async () => {
    const { log, follower } = await followNewLog();
    await follower.kill();
    unlinkSync(log.path);
    await follower.untilIdle();
    writeFileSync(log.path, crawlLine(1));
    await follower.untilIdle();
    expect(follower.notes.slice(-2)).toEqual([
      'the log that was recorded up to byte 89 is gone; any lines after that are not recorded; waiting for a new file',
      'reading access.log from its start',
    ]);
  });
});

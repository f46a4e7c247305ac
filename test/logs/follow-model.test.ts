import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crawlPath } from './memory-book.ts';
import { RotatedLog } from './rotated-log.ts';
import { type FollowerRun, useFollower } from './run-follower.ts';

/** What may happen to a log. */
type Happening = { readonly what: string; readonly run: (log: RotatedLog) => void };

const HAPPENING: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .integer({ min: 1, max: 4 })
      .map((lines) => ({ what: `write ${lines}`, run: (log: RotatedLog) => log.write(lines) })),
  },
  { weight: 2, arbitrary: always('write part', (log) => log.writePart()) },
  { weight: 3, arbitrary: always('rename', (log) => log.rename()) },
  { weight: 3, arbitrary: always('reopen', (log) => log.reopen()) },
  { weight: 3, arbitrary: always('copy and truncate', (log) => log.copyAndTruncate()) },
  { weight: 3, arbitrary: always('append and truncate', (log) => log.appendAndTruncate()) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(5), fc.boolean()).map(([nth, keep]) => ({
      what: `pack ${nth}${keep ? ', keep' : ''}`,
      run: (log: RotatedLog) => log.pack(nth, keep),
    })),
  },
);

function always(what: string, run: Happening['run']): fc.Arbitrary<Happening> {
  return fc.constant({ what, run });
}

/** What may happen to a log or its follower. */
type Step = {
  readonly what: string;
  readonly run: (log: RotatedLog, follower: FollowerRun) => Promise<void> | void;
};

const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 20, arbitrary: HAPPENING },
  { weight: 6, arbitrary: fc.constant({ what: 'follow', run: follow }) },
  { weight: 1, arbitrary: fc.constant({ what: 'linger', run: linger }) },
  { weight: 2, arbitrary: fc.constant({ what: 'kill', run: kill }) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(3), fc.array(HAPPENING, { maxLength: 8 })).map(([nth, happenings]) => ({
      what: `in recording ${nth}: ${happenings.map(({ what }) => what).join(', ')}`,
      run: (log: RotatedLog, follower: FollowerRun) =>
        follower.meanwhile(nth, () => happenings.forEach(({ run }) => run(log))),
    })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.nat(3), fc.constantFrom('kill before commit', 'kill after commit', 'lose an answer'))
      .map(([nth, fault]) => ({
        what: `in recording ${nth}: ${fault}`,
        run: (_: RotatedLog, follower: FollowerRun) => follower.failAt(nth, fault),
      })),
  },
);

function follow(_: RotatedLog, follower: FollowerRun) {
  return follower.untilIdle();
}

function linger(_: RotatedLog, follower: FollowerRun) {
  return follower.linger();
}

function kill(_: RotatedLog, follower: FollowerRun) {
  return follower.kill();
}

function tellsOfLoss(note: string): boolean {
  return /is gone|was deleted/.test(note);
}

it('records every line once, and reports no loss, whatever is written, rotated, packed and killed in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { maxLength: 40 }), async (steps) => {
      const log = new RotatedLog(Date.parse('2026-03-01T10:00:00Z'));
      const follower = useFollower(log.path, undefined, Date.parse('2026-04-01T10:00:00Z'));
      try {
        // of a log that was never recorded, what is rotated by then is left alone
        log.write(1);
        await follower.untilIdle();
        for (const { run } of steps) await run(log, follower);
        follower.calmDown();
        log.endLine();
        await follower.kill();
        await follower.untilIdle();
        const paths = follower.memory.events.map(({ pagePath }) => pagePath);
        expect(paths.toSorted()).toEqual(log.numbers().map(crawlPath).toSorted());
        // nothing was, whatever a follower that starts finds of the files
        expect(follower.notes.filter(tellsOfLoss)).toEqual([]);
      } finally {
        await follower.kill();
        log.remove();
      }
    }),
    { numRuns: 200 },
  );
});

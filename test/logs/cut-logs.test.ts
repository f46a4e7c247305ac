import { appendFileSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { crawlLine, crawlPath } from './memory-book.ts';
import { RotatedLog } from './rotated-log.ts';
import { useFollower } from './run-follower.ts';

it.each([
  ['other lines', [0, 7, 8, 9]],
  ['other lines, and the line that was read last', [0, 7, 2, 9]],
])('a log that was truncated and begins with the same line, then %s, is another log', async (_, lines) => {
  const log = new RotatedLog();
  const follower = useFollower(log.path);
  onTestFinished(async () => {
    await follower.kill();
    log.remove();
  });
  writeFileSync(log.path, crawlLine(0) + crawlLine(1));
  await follower.untilIdle();
  appendFileSync(log.path, crawlLine(2));
  await follower.untilIdle();
  writeFileSync(log.path, lines.map(crawlLine).join(''));
  await follower.untilIdle();
  const paths = follower.memory.events.map(({ pagePath }) => pagePath);
  expect(paths).toEqual([0, 1, 2, ...lines].map(crawlPath));
});

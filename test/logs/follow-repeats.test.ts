import { appendFileSync, readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { digestOfRequest } from '../../src/recording/request-digest.ts';
import { RotatedLog } from './rotated-log.ts';
import { useFollower } from './run-follower.ts';

const requestOf = (RayID: string) => ({
  ...{ EdgeStartTimestamp: 1_772_359_200, ClientRequestUserAgent: 'GPTBot/1.2', RayID },
});

it('leaves out the requests that are recorded, counts them as skipped, and moves on', async () => {
  const log = new RotatedLog();
  const { memory, notes, ...follower } = useFollower(log.path);
  onTestFinished(() => log.remove());
  memory.taken = new Set(['a', 'b'].map((id) => digestOfRequest(id) ?? ''));
  const lines = ['a', 'b', 'c', 'c'].map((id) => JSON.stringify(requestOf(id)));
  appendFileSync(log.path, `${lines.join('\n')}\n`);

  await follower.untilIdle();
  await follower.kill();

  expect(memory.events).toMatchObject([{ requestDigest: digestOfRequest('c') }]);
  expect(notes.at(-1)).toBe('skipped 3 of 4 lines: 3 repeated-request');
  expect(memory.logs).toMatchObject([{ bytes: readFileSync(log.path).length }]);
  expect(memory.status).toMatchObject({ lines: 4, events: 1, passedOver: '{"repeated-request":3}' });
});

it('counts a line with several requests as a repeat only if all of them are', async () => {
  const log = new RotatedLog();
  const { memory, notes, reports, ...follower } = useFollower(log.path);
  onTestFinished(() => log.remove());
  memory.taken = new Set(['a', 'b', 'c'].map((id) => digestOfRequest(id) ?? ''));
  const lines = [
    ['a', 'b'],
    ['a', 'b', 'c'],
    ['c', 'd', 'b'],
  ].map((ids) => JSON.stringify(ids.map(requestOf)));
  appendFileSync(log.path, `${lines.join('\n')}\n`);

  await follower.untilIdle();
  await follower.kill();

  expect(memory.events).toMatchObject([{ requestDigest: digestOfRequest('d') }]);
  expect(notes.at(-1)).toBe('skipped 2 of 3 lines: 2 repeated-request');
  expect(reports).toMatchObject([{ records: 3, events: 1, repeats: 2, lastEvent: true, skipped: new Map() }]);
});

import { appendFileSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { crawlLine, crawlPath } from '../logs/memory-book.ts';
import { useFollower } from '../logs/run-follower.ts';
import { atEnd } from '../support/at-end.ts';
import { makeFolder } from './support/make-folder.ts';

const TIME = '2026-03-01T10:00:00.123456789Z';

const KEEPERS = [
  {
    name: 'Docker',
    file: 'a1b2-json.log',
    rotated: ['a1b2-json.log.2', 'a1b2-json.log.1'],
    keep: (printed: string) => `${JSON.stringify({ log: printed, stream: 'stdout', time: TIME })}\n`,
  },
  {
    name: 'Kubernetes',
    file: '0.log',
    rotated: ['0.log.20260301-100000', '0.log.20260301-110000'],
    keep: (printed: string) => `${TIME} stdout F ${printed}`,
  },
];

it.each(KEEPERS)(
  'each line that $name keeps is recorded once, though its file is rotated',
  async (keeper) => {
    const folder = join(makeFolder('container-'), 'a1b2');
    mkdirSync(folder);
    const file = join(folder, keeper.file);
    const [first = '', second = ''] = keeper.rotated.map((name) => join(folder, name));
    const write = (number: number) => appendFileSync(file, keeper.keep(crawlLine(number)));
    const follower = useFollower(file);
    atEnd(async () => follower.kill());

    appendFileSync(file, keeper.keep('the server starts\n'));
    write(0);
    await follower.untilIdle();
    write(1);
    renameSync(file, first);
    write(2);
    await follower.untilIdle();
    await follower.kill();
    // rotated and packed while nobody follows it
    write(3);
    renameSync(file, second);
    writeFileSync(`${second}.gz`, gzipSync(readFileSync(second)));
    unlinkSync(second);
    write(4);
    await follower.untilIdle();

    const paths = follower.memory.events.map(({ pagePath }) => pagePath);
    expect(paths).toEqual([0, 1, 2, 3, 4].map(crawlPath));
  },
);

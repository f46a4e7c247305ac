import { appendFileSync, mkdtempSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { crawlLine } from '../logs/memory-book.ts';
import { useCommandLine } from './support.ts';

const { folder, ask, run, holdMigrated } = useCommandLine();

const EMAIL = 'owner@example.com';
let siteId: string;
/** The log that the server writes, and the file to which a program appends it. */
let [log, collected] = ['', ''];

beforeAll(async () => {
  await holdMigrated();
  await ask('account', 'create', '--email', EMAIL, '--plan', 'pro');
});

beforeEach(async () => {
  const made = await ask('site', 'create', '--account', EMAIL, '--domain', 'shop.example', '--force');
  siteId = (made as { id: string }).id;
  const logs = mkdtempSync(join(folder, 'logs-'));
  [log, collected] = [join(logs, 'access_log'), join(logs, 'access_log.processed')];
});

function crawls(from: number, until: number): string {
  return Array.from({ length: until - from }, (_, n) => crawlLine(from + n)).join('');
}

async function importing(...logs: readonly string[]): Promise<{ events: number }> {
  return (await ask('logs', 'import', '--site', siteId, ...logs)) as { events: number };
}

function append(text: string | Buffer = readFileSync(log)): void {
  appendFileSync(collected, text);
}

describe('a log that was appended to another is recorded once', () => {
  it('day after day, whatever was imported in between', async () => {
    let recorded = 0;
    for (let day = 0; day < 4; day++) {
      writeFileSync(log, crawls(100 * day, 100 * day + 5));
      recorded += (await importing(`${log}*`)).events;
      appendFileSync(log, crawls(100 * day + 5, 100 * day + 9));
      append();
      truncateSync(log);
    }
    recorded += (await importing(`${log}*`)).events;
    expect(recorded).toBe(36);
    expect(await ask('verify', '--site', siteId)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  it('if it is kept beside the other, in the order of their sizes', async () => {
    writeFileSync(collected, crawls(0, 9) + crawls(9, 14));
    writeFileSync(`${log}.webstat`, crawls(9, 14));
    writeFileSync(log, crawls(14, 16));
    const answer = { events: 16, passed_over: { 'recorded-before': 5 } };
    expect(await ask('logs', 'import', '--site', siteId, '--dry-run', `${log}*`)).toMatchObject(answer);
    const ran = await run('logs', 'import', '--site', siteId, '--explain', `${log}*`);
    expect(ran).toEqual({
      exitCode: 0,
      stdout: [
        `${log}: combined, read 2 lines, recorded 2 events (2 bot visits)\n`,
        `${collected}: combined, read 14 lines, recorded 9 events (9 bot visits)\n`,
        `${log}.webstat: combined, read 5 lines, recorded 5 events (5 bot visits)\n`,
        'read 21 lines, recorded 16 events (16 bot visits)\n',
        'skipped 5\tA copy of a line of another log of the site, which is recorded.\n',
        ...[...formatLines(log, 2), ...formatLines(collected, 14)],
        `recorded-before\t${collected}:10\t${crawlLine(9)}`,
        ...formatLines(`${log}.webstat`, 5),
      ].join(''),
      stderr: '',
    });
    expect(await importing(`${log}*`)).toMatchObject({ lines: 0, events: 0 });
  });

  it('if both are packed, in one part or several', async () => {
    writeFileSync(`${log}.gz`, gzipSync(crawls(5, 9)));
    writeFileSync(`${collected}.gz`, Buffer.concat([gzipSync(crawls(0, 5)), gzipSync(crawls(5, 9))]));
    expect(await importing(`${log}.gz`, `${collected}.gz`)).toMatchObject({ events: 9 });
  });

  it('however large it is', async () => {
    // longer than what is read at a time
    const people = crawls(100, 60_000).replaceAll('GPTBot/1.2', 'Firefox');
    writeFileSync(log, crawls(5, 9) + people);
    expect(await importing(log)).toMatchObject({ events: 4 });
    writeFileSync(collected, crawls(0, 5));
    append();
    append(crawls(10, 13));
    expect(await importing(collected)).toMatchObject({
      events: 8,
      passed_over: { 'recorded-before': 59_904 },
    });
  });

  it('though other logs begin with the same line, and only a part of one follows', async () => {
    const [one, other] = [`${log}.1`, `${log}.2`];
    writeFileSync(one, crawls(0, 5));
    writeFileSync(other, crawls(0, 1) + crawls(7, 12));
    await importing(one, other);
    writeFileSync(collected, crawls(20, 22) + crawls(0, 1) + crawls(30, 32) + readFileSync(other, 'utf8'));
    expect(await importing(collected)).toMatchObject({ events: 5, passed_over: { 'recorded-before': 6 } });
  });

  it('if it begins with directives', async () => {
    const head = '#Version: 1.0\n#Fields: date time cs-method cs-uri-stem sc-status cs(User-Agent)\n';
    const rows = (path: string) => `2026-03-01\t10:00:00\tGET\t${path}\t200\tGPTBot/1.2\n`.repeat(2);
    writeFileSync(log, `${head}${rows('/b')}${rows('/c')}`);
    await importing(log);
    writeFileSync(collected, head + rows('/a'));
    append();
    expect(await importing(collected)).toMatchObject({ events: 2, passed_over: { 'recorded-before': 6 } });
  });

  it.each([
    ['in the first of its directives', 7],
    ['between its directives', 20],
    ['after its directives', 80],
  ])('if what is read at a time ends %s', async (_, readOfHead) => {
    const head = '#Version: 1.0\n#Fields: date time cs-method cs-uri-stem sc-status cs(User-Agent)\n';
    const row = (path: string, agent = 'GPTBot/1.2') => `2026-03-01\t10:00:00\tGET\t${path}\t200\t${agent}\n`;
    const visits = head + row('/a', 'Firefox').repeat(110_000);
    const last = 4_194_304 - readOfHead - row('/', 'Firefox').length;
    const before = visits.slice(0, visits.lastIndexOf('\n', last - 1) + 1);
    writeFileSync(log, head + row('/b') + row('/c'));
    await importing(log);
    writeFileSync(collected, before + row(`/${'x'.repeat(last - before.length)}`, 'Firefox'));
    append();
    append(row('/d'));
    expect(await importing(collected)).toMatchObject({ events: 1, passed_over: { 'recorded-before': 4 } });
  });

  it('if its last line has no end', async () => {
    writeFileSync(log, crawls(5, 9).trimEnd());
    await importing(log);
    writeFileSync(collected, `${crawls(0, 5)}${crawls(5, 9)}${crawls(9, 11)}`);
    expect(await importing(collected)).toMatchObject({ events: 7 });
  });

  it('if it was renamed before, and has grown since', async () => {
    writeFileSync(log, crawls(5, 9));
    await importing(log);
    appendFileSync(log, crawls(9, 12));
    renameSync(log, `${log}.webstat`);
    writeFileSync(collected, crawls(0, 5) + crawls(5, 12));
    expect(await importing(`${log}.webstat`)).toMatchObject({ events: 3 });
    expect(await importing(collected)).toMatchObject({ events: 5 });
  });
});

describe('equal lines are requests of their own', () => {
  it('within a log, and as the line of a log that was appended', async () => {
    const twice = crawls(1, 2).repeat(2);
    writeFileSync(log, crawls(1, 2));
    expect(await importing(log)).toMatchObject({ events: 1 });
    writeFileSync(collected, crawls(0, 1) + twice + crawls(2, 3));
    expect(await importing(collected)).toMatchObject({ events: 3, passed_over: { 'recorded-before': 1 } });
    append(twice + crawls(2, 3));
    expect(await importing(collected)).toMatchObject({ events: 2 });
  });

  it('in a log that repeats what is recorded of it', async () => {
    writeFileSync(log, crawls(0, 2));
    await importing(log);
    appendFileSync(log, crawls(0, 2));
    expect(await importing(log)).toMatchObject({ events: 2 });
  });

  it('in a log of another site', async () => {
    writeFileSync(log, crawls(5, 9));
    const other = await ask('site', 'create', '--account', EMAIL, '--domain', 'other.example', '--force');
    await ask('logs', 'import', '--site', (other as { id: string }).id, log);
    writeFileSync(collected, crawls(0, 9));
    expect(await importing(collected)).toMatchObject({ events: 9 });
  });
});

/** What --explain says of the format of a log in the combined format. */
function formatLines(name: string, lines: number): readonly string[] {
  return [
    `format combined\t${name}\tchosen: reads ${lines} of ${lines} lines\n`,
    `format ingress-nginx\t${name}\treads none of ${lines} lines: it needs lines of \`combined\` that go on with length, duration and \`[upstream] []\`\n`,
  ];
}

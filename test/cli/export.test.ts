import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { printChunks } from '../../src/cli/output.ts';
import { Stopped } from '../../src/serving/stop-signal.ts';
import { type Exporter, makeExporter, mixedEvents } from '../export/support.ts';
import { startGateway } from '../support/gateway.ts';
import { useCommandLine } from './support.ts';

const { folder, holdMigrated, run, runWith, begin, ask } = useCommandLine();

const DAYS = ['--start', '2026-03-01', '--end', '2026-03-31'] as const;
const QUERY = 'start=2026-03-01&end=2026-03-31';

let exporter: Exporter;

beforeAll(async () => {
  exporter = await makeExporter(startGateway({ db: await holdMigrated() }), 'free');
  await exporter.record(mixedEvents(2_300));
});

const exportOf = (...more: readonly string[]) => [
  'events',
  'export',
  '--site',
  exporter.site.id,
  ...DAYS,
  ...more,
];

/** The signal of someone who asks to stop when this many pages have been read. */
function stopAfter(pages: number): AbortSignal {
  let left = pages;
  const { signal } = new AbortController();
  signal.throwIfAborted = () => {
    if (left-- === 0) throw new Stopped('SIGTERM');
  };
  return signal;
}

describe('"events export" prints what the export over HTTP returns', () => {
  it.each([
    [[], 'events.ndjson', '', 2_300],
    [['--format', 'csv'], 'events.csv', '', 2_300],
    [['--type', 'bot'], 'events.ndjson', '&type=bot', 1_380],
    [['--bot', '-2+3'], 'events.ndjson', '&bot=-2%2B3', 154],
    [
      ['--page', '/3a "quoted" word', '--format', 'csv'],
      'events.csv',
      '&page=%2F3a%20%22quoted%22%20word',
      22,
    ],
  ])('with %j', async (more, file, filter, count) => {
    const { exitCode, stdout, stderr } = await run(...exportOf(...more));
    expect([exitCode, stderr]).toEqual([0, `exported ${count} events, 2026-03-01 to 2026-03-31\n`]);
    expect(stdout).toBe(await exporter.text(`${file}?${QUERY}${filter}`));
  });

  it('into a file, which it replaces', async () => {
    const file = join(folder, 'replaced.csv');
    writeFileSync(file, 'x'.repeat(10_000_000));
    expect(await ask(...exportOf('--format', 'csv', '--out', file))).toEqual({
      ...{ file, events: 2_300 },
      ...{ start: '2026-03-01', end: '2026-03-31' },
    });
    expect(readFileSync(file, 'utf8')).toBe(await exporter.text(`events.csv?${QUERY}`));
  });

  it('and nothing of a site without events', async () => {
    const none = [
      'events',
      'export',
      '--site',
      exporter.site.id,
      '--start',
      '2001-01-01',
      '--end',
      '2001-01-01',
    ];
    expect(await run(...none)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'exported 0 events, 2001-01-01 to 2001-01-01\n',
    });
  });
});

describe('an export that was stopped', () => {
  it.each(['ndjson', 'csv'])('as %s says how to continue, and is then whole', async (format) => {
    const file = join(folder, `stopped.${format}`);
    const options = exportOf('--format', format, '--out', file);

    const stopped = await runWith({ stop: stopAfter(2) }, ...options);

    const [, rest = ''] = /continue with the same options and (.*)\n$/.exec(stopped.stderr) ?? [];
    expect(stopped).toEqual({
      exitCode: 143,
      stdout: '',
      stderr: `site-traffic: stopped by SIGTERM; exported so far: 2000 events; continue with the same options and ${rest}\n`,
    });
    expect(rest).toMatch(/^--start 2026-03-01 --after 2026-03-15T\S+Z,\d+$/);
    expect(await run(...options, ...rest.split(' '))).toEqual({
      exitCode: 0,
      stdout: 'exported 300 events, 2026-03-01 to 2026-03-31\n',
      stderr: '',
    });
    expect(readFileSync(file, 'utf8')).toBe(await exporter.text(`events.${format}?${QUERY}`));
  });

  it('before its first page has nothing to continue', async () => {
    const options = exportOf('--out', join(folder, 'nothing.ndjson'));
    const { exitCode, stderr } = await runWith({ stop: stopAfter(0) }, ...options);
    expect([exitCode, stderr]).toEqual([143, 'site-traffic: stopped by SIGTERM\n']);
  });
});

describe('"events export" fails', () => {
  const AFTER = '2026-03-15T10:00:00.000Z,1';

  it.each([
    [['--json'], 2, '--json needs --out: standard output has the events themselves'],
    [['--type', 'Bot'], 2, '--type must be bot, referral or conversion; got "Bot"'],
    [['--format', 'xml'], 2, '--format must be csv or ndjson; got "xml"'],
    [['--bot', ''], 2, '--bot must be the name of a bot; got "".'],
    [['--page', ''], 2, '--page must be the path of a page; got "".'],
    [['--start', '2026-02-30'], 2, expect.stringContaining('--start must be a calendar date') as string],
    [
      ['--after', 'x'],
      2,
      '--after must be the created_at and the id of an event from --start to --end, such as 2026-03-15T12:34:56.789Z,12345; got "x".',
    ],
    [['--out', '/nowhere/x'], 1, 'cannot write /nowhere/x: ENOENT: no such file or directory'],
    [['--site', 'site_none'], 1, 'there is no site site_none'],
  ])('with %j', async (more, exitCode, complaint) => {
    const ran = await run(...exportOf(...more));
    const told = ran.stderr.replace(/^site-traffic: (.*)\n$/, '$1');
    expect([ran.exitCode, told]).toEqual([exitCode, complaint]);
  });

  it('with --after without --start, whose default moves on', async () => {
    const { stderr } = await run('events', 'export', '--site', exporter.site.id, '--after', AFTER);
    expect(stderr).toBe(`site-traffic: --after must be given with --start; got "${AFTER}".\n`);
  });
});

it('ends well when its reader has enough', async () => {
  const child = begin({}, ...exportOf());
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)]);
  await once(child.stdout, 'readable');
  child.stdout.destroy();
  expect(await ended).toEqual([[0, null], '']);
});

describe('what is printed', () => {
  it('waits for a reader that is slow, and stops when that leaves', async () => {
    const stdout = new PassThrough();
    let made = 0;
    async function* chunks() {
      for (;;) {
        made++;
        yield await Promise.resolve('x'.repeat(100_000));
      }
    }
    const printing = printChunks({ stdout }, chunks());
    for (let turn = 0; turn < 100; turn++) await setImmediate();
    expect(made).toBe(1);

    stdout.read();
    for (let turn = 0; turn < 100; turn++) await setImmediate();
    expect(made).toBe(2);

    stdout.destroy();
    expect(await printing).toBe(false);
    expect(['error', 'close', 'drain'].map((event) => stdout.listenerCount(event))).toEqual([0, 0, 0]);
  });
});

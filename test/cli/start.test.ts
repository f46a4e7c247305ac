import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ran, finish, untilMatch, useCommandLine } from './support.ts';

const { folder, dataDir, run, runBuilt, runWith, ask, begin } = useCommandLine();

const KEY_FILE = join(dataDir, 'demo-key');
const keyInFile = () => readFileSync(KEY_FILE, 'utf8').trimEnd();

/** Runs `start` until everything is printed, does the work beside it, stops it; all that it wrote. */
async function whileStarted(work: (url: string) => Promise<void>) {
  const child = begin({}, 'start', '--port', '0');
  const finished = finish(child);
  const [, url = ''] = await untilMatch(child.stdout, /^listening on (\S+)\n[^]*The API key is in .*\n/);
  await work(url);
  child.kill('SIGTERM');
  return finished;
}

/** Sends itself a signal as soon as it has reported that it creates the demo. */
const SIGNALLING = `
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (text) => {
    const isDone = write(text);
    if (text.startsWith('creating a demo site')) process.kill(process.pid, process.env.SIGNAL);
    return isDone;
  };
`;

/** Runs `start`, which gets the signal before it has made any of the demo, however fast it is. */
async function startUntilDemo(signal: NodeJS.Signals): Promise<Ran> {
  const preloaded = join(folder, 'signalling.mjs');
  writeFileSync(preloaded, SIGNALLING);
  const env = { NODE_OPTIONS: `--import=${preloaded}`, SIGNAL: signal };
  return runBuilt({ env }, 'start', '--port', '0');
}

describe('start on an empty folder', () => {
  it('reports a port that is taken before it makes the folder', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const { exitCode, stderr } = await run('start', '--port', String(port));
    taken.close();
    expect([exitCode, stderr]).toEqual([
      1,
      `opening the embedded database in ${dataDir}\n` +
        `site-traffic: cannot listen on 127.0.0.1:${port}: another program uses this port; choose another one with PORT or --port\n`,
    ]);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('reports its progress, and may be stopped or killed before the demo is complete', async () => {
    const { exitCode, stdout, stderr } = await startUntilDemo('SIGTERM');
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(
      /^opening the embedded database in \/.*\/data\nmigrated: [\w, -]+\ncreating a demo site \(only the first time\)\n(?:adding \d+ made-up events to the demo site\n)?$/,
    );
    expect((await startUntilDemo('SIGKILL')).exitCode).toBe(null);
  });

  it('then creates the demo from the start: one site with all its events, and printed requests that work', async () => {
    let totals: Record<string, number> = {};
    const { exitCode, stdout, stderr } = await whileStarted(async (url) => {
      const [site] = (await ask('site', 'list')) as readonly { id: string }[];
      const response = await fetch(
        `${url}/api/v1/sites/${site?.id ?? ''}/stats?start=0001-01-01&end=9999-12-31`,
        {
          headers: { authorization: `Bearer ${keyInFile()}` },
        },
      );
      totals = ((await response.json()) as { totals: Record<string, number> }).totals;
      expect(await ask('verify')).toEqual({ sites: 1, drift: [], failed: [] });
      expect(await ask('account', 'list')).toMatchObject([{ email: 'demo@example.com', plan: 'pro' }]);
    });
    expect(exitCode).toBe(0);
    const [, made] = /adding (\d+) made-up events/.exec(stderr) ?? [];
    const { bot_visits = 0, referrals = 0, conversions = 0 } = totals;
    expect(bot_visits + referrals + conversions).toBe(Number(made));
    expect(stdout + stderr).not.toContain(keyInFile());
  });

  it('lets only the owner read the folder and the key file', () => {
    const modes = [dataDir, KEY_FILE].map((path) => (statSync(path).mode & 0o777).toString(8));
    expect(modes).toEqual(['700', '600']);
  });
});

describe('start on a folder it has made', () => {
  it('keeps the site and the key, and prints requests that work when pasted', async () => {
    const key = keyInFile();
    const answers: unknown[] = [];
    const child = begin({}, 'start', '--port', '0');
    const finished = finish(child);
    const [printed] = await untilMatch(child.stdout, /^[^]*The API key is in .*\n/);
    for (const line of printed.match(/^curl .*$/gm) ?? []) {
      answers.push(JSON.parse(execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' })));
    }
    child.kill('SIGTERM');
    const { stderr } = await finished;
    expect(stderr).not.toContain('creating a demo site');
    expect(keyInFile()).toBe(key);
    const [sites, stats, timeseries, events, ...graphql] = answers;
    const counts = { bot_visits: expect.any(Number) as number };
    expect(sites).toMatchObject({ sites: [{ domain: 'example.com' }] });
    expect(stats).toMatchObject({ totals: counts });
    expect(timeseries).toMatchObject({ granularity: 'hour' });
    expect((events as { events: unknown[] }).events).toHaveLength(5);
    const openAi = expect.objectContaining({ company: 'OpenAI' }) as object;
    expect(graphql).toMatchObject([
      { data: { site: { stats: {}, timeseries: {} } } },
      { data: { site: { companies: expect.arrayContaining([openAi]) as object } } },
    ]);
  });

  it('creates a new key if the file is missing, and if its key was revoked', async () => {
    const first = keyInFile();
    rmSync(KEY_FILE);
    await whileStarted(async () => {
      expect(await ask('key', 'revoke', '2')).toEqual({ id: 2, revoked: true });
    });
    const second = keyInFile();
    await whileStarted(async () => {
      const keys = (await ask('key', 'list', '--account', 'demo@example.com')) as readonly {
        last_four: string;
      }[];
      expect(keys.map(({ last_four }) => last_four)).toEqual(
        [first, second, keyInFile()].map((key) => key.slice(-4)),
      );
    });
    expect(new Set([first, second, keyInFile()]).size).toBe(3);
  });

  it('does not create a deleted demo account again', async () => {
    await ask('account', 'delete', 'demo@example.com');
    const child = begin({}, 'start', '--port', '0', '--json');
    const finished = finish(child);
    const [line] = await untilMatch(child.stdout, /^.*\n/);
    const { url } = JSON.parse(line) as { url: string };
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    child.kill('SIGINT');
    expect((await finished).stdout).toBe(
      `${JSON.stringify({ url, site: null, key_file: null, link_file: null })}\n`,
    );
    expect(await ask('account', 'list')).toEqual([]);
  });

  it('ends with npm, if only npm gets the signal', async () => {
    const { PATH, TMPDIR, HOME } = process.env;
    const npm = spawn('npm', ['start'], { env: { PATH, TMPDIR, HOME, DATA_DIR: dataDir, PORT: '0' } });
    const [, url = ''] = await untilMatch(npm.stdout, /^listening on (\S+)\n/m);
    npm.kill('SIGTERM');
    await once(npm, 'close');
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('is the same as serve with a DATABASE_URL', async () => {
    const env = { DATABASE_URL: 'postgres://127.0.0.1:1/x', DATABASE_WAIT_SECONDS: '0' };
    const ran = await runWith({ env }, 'start', '--port', '0');
    const message = 'site-traffic: the database cannot be used: connect ECONNREFUSED 127.0.0.1:1\n';
    expect(ran).toEqual({ exitCode: 1, stdout: '', stderr: message });
  });
});

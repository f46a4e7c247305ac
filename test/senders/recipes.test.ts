import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { type ServerResponse, createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { listen } from '../middleware/collector.ts';
import { freePort } from '../support/free-port.ts';
import { hasPrograms, withSenders } from '../support/left-out.ts';
import { blocksBelow } from '../support/page.ts';
import { findProgram } from '../support/programs.ts';
import { makeFolder } from './support/make-folder.ts';
import { makeOpenFolder, recordedOf, startRsyslog, startServer, untilCrawled } from './support/recipes.ts';

const run = promisify(execFile);
const PAGE = 'docs/recipes.md';
const DATE = findProgram('date') ?? 'date';

const crawl = async (url: string, userAgent = 'GPTBot/1.2') =>
  fetch(url, { headers: { 'user-agent': userAgent } });

const pages = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `/page-${from + n}`);

describe.skipIf(!hasPrograms('rsyslogd', 'nginx', 'haproxy'))('by rsyslog', () => {
  it('each line of nginx is recorded once, long ones too', async () => {
    const folder = makeOpenFolder('nginx-rsyslog-');
    const [socket, file] = [join(folder, 'log'), join(folder, 'access.log')];
    const [rule = ''] = blocksBelow(PAGE, 'nginx by rsyslog', 'text');
    await startRsyslog(
      folder,
      rule.replace('/run/nginx-log.sock', socket).replace('/var/log/nginx-access.log', file),
    );
    const url = await startNginx(folder, socket);

    for (const page of pages(3)) await crawl(url + page);
    await crawl(`${url}/long`, `GPTBot/1.2 ${'x'.repeat(12_000)}`);

    await untilCrawled(file, 4);
    expect(await recordedOf(file)).toEqual([...pages(3), '/long']);
  });

  it('no line of HAProxy is lost while rsyslog is stopped, and each is recorded once', async () => {
    const folder = makeFolder('haproxy-rsyslog-');
    const [port, file] = [String(await freePort()), join(folder, 'access.log')];
    const [rule = ''] = blocksBelow(PAGE, 'HAProxy by rsyslog', 'text');
    const rules = rule.replace('5140', port).replace('/var/log/haproxy-access.log', file);
    const rsyslog = await startRsyslog(folder, rules);
    const url = await startHaproxy(folder, port);

    for (const page of pages(3)) await crawl(url + page);
    await untilCrawled(file, 3);
    await rsyslog.stop();
    for (const page of pages(200, 3)) await crawl(url + page);
    await startRsyslog(folder, rules);

    await untilCrawled(file, 203);
    // its threads write as they get there
    expect((await recordedOf(file)).toSorted()).toEqual(pages(203).toSorted());
  });
});

/** nginx that answers every path, and logs as the recipe says. */
async function startNginx(folder: string, socket: string): Promise<string> {
  const port = await freePort();
  const [log = ''] = blocksBelow(PAGE, 'nginx by rsyslog', 'nginx');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid nginx.pid; error_log stderr; events {}
    http {
      client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
      large_client_header_buffers 4 16k;
      ${log.replace('/run/nginx-log.sock', socket)}
      server { listen 127.0.0.1:${port}; location / { return 200 "page"; } }
    }`,
  );
  const url = `http://127.0.0.1:${port}`;
  await startServer(url, 'nginx', ['-e', 'stderr', '-p', '.', '-c', 'nginx.conf'], folder);
  return url;
}

/** HAProxy that answers every path, with the ring of the recipe, and the frontend of the page to which it leads. */
async function startHaproxy(folder: string, syslogPort: string): Promise<string> {
  const port = await freePort();
  const [ring = '', logs = ''] = blocksBelow(PAGE, 'HAProxy by rsyslog', 'haproxy');
  const [frontend = ''] = blocksBelow('docs/access-logs.md', 'HAProxy', 'haproxy');
  const config = [
    ring.replace('5140', syslogPort),
    ...['global', '\tlog /dev/null local0'],
    ...['defaults', '\tlog global', '\tmode http'],
    ...['client', 'server', 'connect'].map((side) => `\ttimeout ${side} 5s`),
    frontend.replace(/^\tlog .*$/m, logs),
    `\tbind 127.0.0.1:${port}`,
    '\thttp-request return status 200 content-type text/plain string page',
  ];
  writeFileSync(join(folder, 'haproxy.cfg'), `${config.join('\n')}\n`);
  const url = `http://127.0.0.1:${port}`;
  await startServer(url, 'haproxy', ['-db', '-f', 'haproxy.cfg'], folder);
  return url;
}

describe.skipIf(!hasPrograms('rclone') || !withSenders)('from a bucket', () => {
  it('new files are copied and imported, and old copies are deleted', async () => {
    const folder = makeFolder('bucket-');
    const copies = join(folder, 'copies');
    const environment = await startBucket(folder);
    const [script = ''] = blocksBelow(PAGE, 'Files in a bucket', 'sh');
    writeFileSync(join(folder, 'bucket-logs'), script.replaceAll('/var/lib/logs/cdn', copies));
    const repeat = async () => run('sh', ['bucket-logs'], { cwd: folder, env: environment });
    const put = async (name: string, daysOld = 0) => {
      writeFileSync(join(folder, name), gzipSync(name));
      const seconds = statSync(join(folder, name)).mtimeMs / 1_000 - daysOld * 86_400;
      utimesSync(join(folder, name), seconds, seconds);
      await run('rclone', ['copyto', join(folder, name), `logs:my-logs/cdn/${name}`], { env: environment });
    };

    await put('first.gz');
    await put('old.gz', 8);
    await repeat();
    writeFileSync(join(copies, 'recorded.gz'), '');
    utimesSync(join(copies, 'recorded.gz'), 0, 0);
    await put('second.gz');
    await repeat();

    expect(readFileSync(join(folder, 'imported'), 'utf8')).toBe(
      `logs import --site example.org ${copies}/*\n`.repeat(2),
    );
    expect(readdirSync(copies)).toEqual(['first.gz', 'second.gz']);
    expect(gunzipSync(readFileSync(join(copies, 'second.gz'))).toString()).toBe('second.gz');
  });
});

/** A program that plays S3, with the settings of rclone from the recipe: the environment in which the recipe runs. */
async function startBucket(folder: string): Promise<Readonly<Record<string, string>>> {
  const port = await freePort();
  mkdirSync(join(folder, 's3/my-logs'), { recursive: true });
  const s3rver = resolve('test/senders/node_modules/s3rver/bin/s3rver.js');
  const address = ['--address', '127.0.0.1', '--port', String(port)];
  const args = [s3rver, '--directory', join(folder, 's3'), ...address];
  await startServer(`http://127.0.0.1:${port}`, process.execPath, args, folder);

  const [settings = ''] = blocksBelow(PAGE, 'Files in a bucket', 'ini');
  const here = [`endpoint = http://127.0.0.1:${port}`, 'force_path_style = true'];
  const known = settings.replace('AWS', 'Other').replace(/ID$|SECRET$/gm, 'S3RVER');
  mkdirSync(join(folder, '.config/rclone'), { recursive: true });
  writeFileSync(join(folder, '.config/rclone/rclone.conf'), [known, ...here, ''].join('\n'));
  mkdirSync(join(folder, 'bin'));
  const noted = `#!/bin/sh\necho "$@" >>'${join(folder, 'imported')}'\n`;
  writeFileSync(join(folder, 'bin/site-traffic'), noted, { mode: 0o755 });
  return { PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: folder };
}

describe.skipIf(!hasPrograms('curl'))('from bunny.net', () => {
  const LINE = 'HIT|200|1793265617000|412|390|192.0.2.7|-|https://example.com/guide|WA|GPTBot/1.2|a1|DE';
  /** An hour and a second after a leap day. */
  const NOW_SECONDS = Date.parse('2024-03-01T01:00:01Z') / 1_000;
  const FILES = ['27', '28', '29'].map((day) => `12345-2024-02-${day}.log`);

  /** The script at a time, on a machine whose `date` is that of GNU or of BSD: the files in its folder after each run. */
  function makePull(url: string, { now = NOW_SECONDS, isBsd = false } = {}) {
    const [folder, logs] = [makeFolder('bunny-'), makeFolder('bunny-logs-')];
    const dates = isBsd
      ? `-u\\ -d\\ *) exit 1 ;; -u\\ -r\\ *) exec ${DATE} -u -d "@$3" "$4" ;;`
      : `-u\\ -r\\ *) exit 1 ;;`;
    const script = `#!/bin/sh\ncase "$*" in +%s) echo ${now} ;; ${dates} *) exec ${DATE} "$@" ;; esac\n`;
    writeFileSync(join(folder, 'date'), script, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, BUNNY_LOGGING_URL: url };
    return async (key: Readonly<Record<string, string>> = { BUNNY_ACCESS_KEY: 'a-key' }) => {
      const ran = await run('sh', ['senders/bunny-pull.sh', '12345', logs], {
        env: { ...env, ...key },
      }).catch((cause: unknown) => cause as { readonly stdout: string; readonly stderr: string });
      return { stdout: ran.stdout, stderr: ran.stderr, logs, files: readdirSync(logs).toSorted() };
    };
  }

  it.each([false, true])('each finished day is downloaded once, with the date of BSD: %s', async (isBsd) => {
    const asked: string[] = [];
    const url = await listen(
      createServer(({ url: path, headers }, response) => {
        asked.push(`${path} ${String(headers['accesskey'])}`);
        response.setHeader('content-encoding', 'gzip').end(gzipSync(path?.includes('28') ? '' : LINE));
      }),
    );
    const pull = makePull(url, { isBsd });

    const { files, logs, stdout } = await pull();
    expect(await pull()).toMatchObject({ files: FILES, stdout: '', stderr: '' });
    expect(files).toEqual(FILES);
    expect(stdout).toBe(FILES.map((file) => `${logs}/${file}\n`).join(''));
    expect(asked).toEqual(
      ['27', '28', '29'].map((day) => `/02-${day}-24/12345.log?sort=asc&order=asc a-key`),
    );
    expect(await recordedOf(join(logs, FILES[2] ?? ''))).toEqual(['/guide']);
  });

  it('a day is not finished until an hour after midnight', async () => {
    const url = await listen(createServer((_, response) => response.end(`${LINE}\n`)));
    const pull = makePull(url, { now: NOW_SECONDS - 2 });
    expect((await pull()).files).toEqual(['12345-2024-02-26.log', ...FILES.slice(0, 2)]);
  });

  it.each([
    ['a redirect', (response: ServerResponse) => response.writeHead(302, { location: '/' }).end(LINE)],
    ['a refusal', (response: ServerResponse) => response.writeHead(401).end('{"message":"no"}')],
    [
      'a half',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': 1_000 }).write(LINE);
        setImmediate(() => response.destroy());
      },
    ],
  ])('%s is no log, and the day is downloaded by the next run', async (_, answer) => {
    let isBroken = true;
    const url = await listen(
      createServer(({ url: path }, response) => {
        if (isBroken && path?.startsWith('/02-28-24/')) answer(response);
        else response.end(`${LINE}\n`);
      }),
    );
    const pull = makePull(url);

    expect(await pull()).toMatchObject({
      files: FILES.filter((file) => file !== FILES[1]),
      stderr: expect.stringContaining('12345-2024-02-28.log: not downloaded') as string,
    });
    isBroken = false;
    expect(await pull()).toMatchObject({ files: FILES, stderr: '' });
  });

  it('the key is read from a file, and is in no message', async () => {
    const keyFile = join(makeFolder('bunny-key-'), 'key');
    writeFileSync(keyFile, 'a-secret\n');
    const pull = makePull(`http://127.0.0.1:${await freePort()}`);

    const ran = await pull({ BUNNY_ACCESS_KEY_FILE: keyFile });
    expect(ran.stderr).toContain('not downloaded (status 000)');
    expect(JSON.stringify(ran)).not.toContain('a-secret');
    expect((await pull({})).stderr).toContain('set BUNNY_ACCESS_KEY or BUNNY_ACCESS_KEY_FILE');
  });
});

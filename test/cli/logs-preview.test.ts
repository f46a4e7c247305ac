import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMAT_NAMES } from '../../src/recording/log-formats.ts';
import { useCommandLine } from './support.ts';

const { folder, run, runWith } = useCommandLine();

function newFolder(): string {
  return mkdtempSync(join(folder, 'logs-'));
}

describe('the preview of a log', () => {
  it('shows the clients of the first events, and finds them behind proxies', async () => {
    const log = join(newFolder(), 'access.log');
    const request = '- - [01/Mar/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "GPTBot/1.2"';
    const lists = ['20.171.207.5, 10.0.0.7', '20.171.207.5 198.51.100.7', '10.0.0.9, 10.0.0.7'];
    writeFileSync(log, lists.map((list) => `${list} ${request}\n`).join(''));
    const addressesFor = async (...options: readonly string[]) => {
      const all = ['--dry-run', '--domain', 'shop.example', '--json', ...options];
      const { stdout } = await runWith({}, 'logs', 'import', ...all, log);
      const { logs } = JSON.parse(stdout) as { logs: [{ first_events: readonly { address: string }[] }] };
      return logs[0].first_events.map(({ address }) => address);
    };
    expect(await addressesFor()).toEqual(['20.171.207.5', '198.51.100.7', '-']);
    expect(await addressesFor('--trusted-proxies', '198.51.100.0/24,10.0.0.7')).toEqual([
      '20.171.207.5',
      '20.171.207.5',
      '10.0.0.9',
    ]);
    const bad = await runWith({}, 'logs', 'import', '--trusted-proxies', 'me', log);
    expect([bad.exitCode, bad.stderr]).toEqual([
      2,
      'site-traffic: --trusted-proxies must be IP addresses or networks such as 198.51.100.7 or 10.0.0.0/8, separated by commas; got "me"\n',
    ]);
  });

  it('explains a log in no format by what each format needs', async () => {
    const log = join(newFolder(), 'strange');
    writeFileSync(log, 'no log\n');
    const options = ['--dry-run', '--domain', 'shop.example', '--explain'];
    const { stdout } = await runWith({}, 'logs', 'import', ...options, log);
    for (const name of FORMAT_NAMES)
      expect(stdout).toContain(`format ${name}\t${log}\treads none of 1 line: it needs `);
  });

  it('whose user agents are missing in another format is warned about, too', async () => {
    const log = join(newFolder(), 'haproxy.log');
    writeFileSync(
      log,
      'Mar  1 10:00:00 lb haproxy[7]: 192.0.2.1:5 [01/Mar/2026:10:00:00.123] www app/web1 0/0/0/5/5 200 5 - - ---- 1/1/0/0/0 0/0 "GET / HTTP/1.1"\n',
    );
    const { stdout, stderr } = await run('logs', 'import', '--dry-run', '--domain', 'shop.example', log);
    expect([stdout, stderr]).toEqual([
      `${log}: haproxy, read 1 line, would record 0 events\nskipped 1\tThe log has no user agents, without which no bot can be recognised.\n`,
      `${log} has no user agents, so AI bots cannot be recognised\n`,
    ]);
  });

  it('in a zip archive is refused, from a file or a pipe', async () => {
    const log = join(newFolder(), 'access.zip');
    const zip = Buffer.from('504b0304140000000000', 'hex');
    writeFileSync(log, zip);
    const because =
      'it is a zip archive, which may hold several files: unpack it, or pipe one of them with "unzip -p ARCHIVE FILE" to a command that reads "-"';
    const importing = ['logs', 'import', '--dry-run', '--domain', 'shop.example'];
    expect(await run(...importing, log)).toMatchObject({
      stdout: '',
      stderr: `site-traffic: cannot read ${log}: ${because}\n`,
    });
    expect(await runWith({ stdin: zip }, ...importing, '-')).toMatchObject({
      stdout: '',
      stderr: `site-traffic: cannot read standard input: ${because}\n`,
    });
  });
});

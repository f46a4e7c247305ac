import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { STOP_WITHIN_MS } from '../../src/serving/stop-signal.ts';
import { readConfig } from '../../src/settings/config.ts';
import { SETTINGS } from '../../src/settings/settings.ts';
import { findProgram } from '../support/programs.ts';
import { unknownWords } from './commands.ts';

const FOLDER = 'deploy/systemd';
const HARDENING = 'site-traffic-.service.d/hardening.conf';
const SERVICES = [
  'site-traffic-serve.service',
  'site-traffic-follow@.service',
  'site-traffic-ranges.service',
];
const TIMER = 'site-traffic-ranges.timer';
/** What remains is the network, the host's root folder, and memory that V8 writes and executes. */
const MOST_EXPOSURE = 1.2;

const text = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

/** All values of one line of a unit. */
function valuesOf(name: string, key: string): readonly string[] {
  const lines = text(name).split('\n');
  return lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
}

const hasSystemd = findProgram('systemd-analyze') !== undefined;

describe.runIf(hasSystemd || Boolean(process.env['CI']))('systemd-analyze', () => {
  let root = '';
  /** A system on which the units and what they start are installed. */
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'site-traffic-systemd-'));
    const units = join(root, 'etc/systemd/system');
    for (const name of [...SERVICES, TIMER, HARDENING]) cpSync(join(FOLDER, name), join(units, name));
    for (const program of ['usr/bin/node', 'bin/kill']) {
      mkdirSync(dirname(join(root, program)), { recursive: true });
      writeFileSync(join(root, program), '', { mode: 0o755 });
    }
    for (const name of ['sysinit', 'shutdown', 'basic', 'timers', 'time-sync', 'time-set', 'network-online'])
      writeFileSync(join(units, `${name}.target`), '[Unit]\n');
  });
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });

  const analyze = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args], { encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  const instance = (name: string) => name.replace('@.', '@example.');

  it.each([...SERVICES, TIMER])('finds no fault in %s', (name) => {
    expect(analyze('verify', '--man=no', `--root=${root}`, instance(name))).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
  });

  it.each(SERVICES)('finds little exposure in %s', (name) => {
    const found = analyze('security', '--offline=true', '--no-pager', `--root=${root}`, instance(name));
    const [, exposure] = /Overall exposure level for .*: (\d+\.\d+) /.exec(found.stdout) ?? [];
    expect(Number(exposure), found.stdout + found.stderr).toBeLessThanOrEqual(MOST_EXPOSURE);
  });
});

it.each(SERVICES)('starts in %s a command that exists, at the path where npm installs it', (name) => {
  const [line = '', ...others] = valuesOf(name, 'ExecStart');
  const [program, settings, script, ...words] = line.split(' ');
  const [bin] = Object.keys(packageJson.bin);
  expect([others, program, settings, script]).toEqual([
    [],
    '/usr/bin/node',
    '--env-file=%d/settings.env',
    `/opt/site-traffic/bin/${bin}`,
  ]);
  expect(unknownWords(words)).toEqual([]);
});

it('lets the program stop by itself before systemd kills it', () => {
  for (const name of SERVICES.slice(0, 2)) {
    const [seconds] = valuesOf(name, 'TimeoutStopSec').map(Number);
    expect(seconds).toBeGreaterThan(STOP_WITHIN_MS / 1000);
  }
});

it('brings settings that the program accepts, with workers for the reload', () => {
  const settings = parseEnv(text('settings.env'));
  expect(Object.keys(settings).filter((name) => !(name in SETTINGS))).toEqual([]);
  expect(readConfig(settings)).toMatchObject({ workers: 'auto', dataDir: '/var/lib/site-traffic/data' });
  expect(valuesOf('site-traffic-serve.service', 'ExecReload')).toEqual(['/bin/kill -HUP $MAINPID']);
});

it('runs as the user that sysusers.conf makes', () => {
  const [, user] = text('sysusers.conf').split(' ');
  expect(valuesOf(HARDENING, 'User')).toEqual([user]);
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { useFollower } from '../../logs/run-follower.ts';
import { atEnd } from '../../support/at-end.ts';
import { makeFolder } from './make-folder.ts';

export type Running = {
  /** Ends it, by default gracefully. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
};

/** Starts a program, which is killed at the test's end. */
export function start(command: string, args: readonly string[], cwd: string): Running {
  const child = spawn(command, [...args], { cwd, stdio: 'ignore' });
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (!isRunning(child)) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  atEnd(async () => stop('SIGKILL'));
  return { stop };
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** rsyslog in a folder of its own, with these rules. */
export async function startRsyslog(folder: string, rules: string): Promise<Running> {
  const pid = join(folder, 'rsyslog.pid');
  const config = ['global(maxMessageSize="64k")', 'module(load="imuxsock" SysSock.Use="off")', rules];
  writeFileSync(join(folder, 'rsyslog.conf'), `${config.join('\n')}\n`);
  const running = start('rsyslogd', ['-n', '-f', 'rsyslog.conf', '-i', pid], folder);
  // it listens before it writes this
  await expect.poll(() => existsSync(pid)).toBe(true);
  return running;
}

/** A folder that other users may enter: nginx runs as one. */
export function makeOpenFolder(prefix: string): string {
  const folder = makeFolder(prefix);
  chmodSync(folder, 0o755);
  return folder;
}

/** Resolves once a server answers. */
export async function untilAnswering(url: string): Promise<void> {
  const isAnswering = async () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await expect.poll(isAnswering).toBe(true);
}

/** Resolves once so many visits of GPTBot are in a log. */
export async function untilCrawled(file: string, visits: number): Promise<void> {
  const count = () => (existsSync(file) ? readFileSync(file, 'utf8').split('GPTBot').length - 1 : 0);
  await expect.poll(count).toBe(visits);
}

/** The pages whose visits are recorded of a log that is followed. */
export async function recordedOf(file: string): Promise<readonly string[]> {
  const follower = useFollower(file);
  atEnd(async () => follower.kill());
  await follower.untilIdle();
  return follower.memory.events.map(({ pagePath }) => pagePath);
}

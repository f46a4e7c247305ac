import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { useFollower } from '../../logs/run-follower.ts';
import { atEnd } from '../../support/at-end.ts';
import { makeFolder } from './make-folder.ts';
import { beginProgram, startProgram } from './start-program.ts';

/** Starts a program, which is killed at the test's end. */
export function start(command: string, args: readonly string[], cwd: string) {
  const running = beginProgram({ command, args, cwd });
  atEnd(running.kill);
  return running;
}

/** Starts a server, which is killed at the test's end, and waits until it answers. */
export async function startServer(url: string, command: string, args: readonly string[], cwd: string) {
  const running = await startProgram({ command, args, cwd, url });
  atEnd(running.kill);
}

/** rsyslog in a folder of its own, with these rules. */
export async function startRsyslog(folder: string, rules: string) {
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

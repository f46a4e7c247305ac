import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { QUICK_WASM } from '../../support/quick-wasm.ts';
import type { Environment } from '../served.ts';

/** A log that is written and rotated. */
export type RotatingLog = {
  readonly path: string;
  readonly append: (lines: readonly string[]) => void;
  /** Begins a new file, in one of the ways of logrotate. The lines are written in between, by who has the old one open. */
  readonly rotate: (how: Rotation, lines: readonly string[]) => void;
};

/** Such a log, which a process of the built program follows. */
export type FollowedLog = RotatingLog & {
  readonly start: () => void;
  /** Kills the follower without any warning. */
  readonly kill: () => Promise<void>;
  /** Why it ended, if nobody killed it. */
  readonly failure: () => string | undefined;
};

export type Rotation = 'rename' | 'copy and truncate' | 'compress';
export const ROTATIONS: readonly Rotation[] = ['rename', 'copy and truncate', 'compress'];

type Options = {
  readonly folder: string;
  readonly siteId: string;
  readonly env: Environment;
};

const TOLD_LENGTH = 2_000;

export function createFollowedLog({ folder, siteId, env }: Options): FollowedLog {
  const log = createRotatingLog(folder);
  const { path } = log;
  let child: ChildProcess | undefined;
  let told = '';
  let failure: string | undefined;

  function start(): void {
    const { PATH, TMPDIR } = process.env;
    const args = [...QUICK_WASM, 'dist/cli.js', 'logs', 'follow', '--site', siteId, path];
    const own = spawn(process.execPath, args, {
      env: { PATH, TMPDIR, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = own;
    own.stderr.on('data', (chunk: Buffer) => (told = (told + chunk.toString()).slice(-TOLD_LENGTH)));
    running.add(own);
    own.once('exit', (code) => {
      running.delete(own);
      if (own.signalCode !== 'SIGKILL') failure = `the follower of ${path} ended with ${code}: ${told}`;
    });
  }

  async function kill(): Promise<void> {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  return { ...log, start, kill, failure: () => failure };
}

export function createRotatingLog(folder: string): RotatingLog {
  const path = join(folder, 'access.log');
  writeFileSync(path, '');
  const append = (lines: readonly string[], to = path) => {
    if (lines.length > 0) appendFileSync(to, lines.map((line) => `${line}\n`).join(''));
  };
  return {
    path,
    append: (lines) => append(lines),
    rotate(how, lines) {
      shift(folder);
      if (how === 'copy and truncate') {
        append(lines);
        copyFileSync(path, `${path}.1`);
        truncateSync(path);
        return;
      }
      renameSync(path, `${path}.1`);
      append(lines, `${path}.1`);
      writeFileSync(path, '');
      if (how === 'compress' && existsSync(`${path}.2`)) {
        // gzip keeps the time, by which files are put in order
        const { atime, mtime } = statSync(`${path}.2`);
        writeFileSync(`${path}.2.gz`, gzipSync(readFileSync(`${path}.2`)));
        utimesSync(`${path}.2.gz`, atime, mtime);
        unlinkSync(`${path}.2`);
      }
    },
  };
}

/** Rotated files get the next higher number, the highest first. */
function shift(folder: string): void {
  const rotated = readdirSync(folder).flatMap((name) => {
    const [, number, suffix = ''] = /^access\.log\.(\d+)(\.gz)?$/.exec(name) ?? [];
    return number === undefined ? [] : [{ number: Number(number), suffix }];
  });
  for (const { number, suffix } of rotated.toSorted((a, b) => b.number - a.number)) {
    const to = join(folder, `access.log.${number + 1}${suffix}`);
    renameSync(join(folder, `access.log.${number}${suffix}`), to);
  }
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

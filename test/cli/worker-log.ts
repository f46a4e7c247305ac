import { expect } from 'vitest';
import type { Serving } from './support.ts';

export type LogLine = {
  readonly msg: string;
  readonly pid: number;
  readonly worker?: number;
  readonly path?: string;
  readonly reason?: string;
  readonly retryMs?: number;
};

/** The log so far; every line of it is whole. */
export function logOf(server: Pick<Serving, 'stderr'>): readonly LogLine[] {
  const lines = server.stderr().split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as LogLine);
}

export function messagesOf(server: Pick<Serving, 'stderr'>): readonly string[] {
  return logOf(server).map(({ msg }) => msg);
}

/** The process ids of the workers that have begun to serve, in that order, once there are so many. */
export async function untilServing(
  server: Pick<Serving, 'stderr'>,
  count: number,
): Promise<readonly number[]> {
  const serving = () =>
    logOf(server).flatMap(({ msg, worker }) =>
      msg === 'worker serves' && worker !== undefined ? [worker] : [],
    );
  await expect.poll(() => serving().length).toBe(count);
  return serving();
}

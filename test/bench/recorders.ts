import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { BENCH_FOLDER } from './paths.ts';

/** Which site to record to, for how long, in batches of how many events, and by whose code. */
export type RecordingTask = {
  readonly siteId: string;
  readonly batch: number;
  readonly seconds: number;
  /** The product's recording, or an insert of the events and nothing else. */
  readonly by: 'recording' | 'inserting';
};

export type Recorded = { readonly events: number; readonly tookMs: number };

/** Processes that record at the same time, each with its own slot. */
export type Recorders = {
  /** Gives each recorder one task. Resolves to the events per second of all of them together. */
  record(tasks: readonly RecordingTask[]): Promise<number>;
  stop(): void;
};

export function startRecorders(databaseUrl: string, count: number): Recorders {
  const script = join(BENCH_FOLDER, 'dist/recorder.js');
  const children = Array.from({ length: count }, (_, slot) => fork(script, [databaseUrl, String(slot)]));
  return {
    async record(tasks) {
      const rates = await Promise.all(
        tasks.map(async (task, index) => {
          const child = children[index];
          if (child === undefined) throw new Error('there are more tasks than recorders');
          child.send(task);
          const { events, tookMs } = await answerOf(child);
          return (events / tookMs) * 1000;
        }),
      );
      return rates.reduce((sum, rate) => sum + rate, 0);
    },
    stop() {
      for (const child of children) if (child.connected) child.disconnect();
    },
  };
}

async function answerOf(child: ChildProcess): Promise<Recorded> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const ended = once(child, 'exit', { signal }).then(() => {
      throw new Error('a recorder ended');
    });
    const answered = once(child, 'message', { signal }) as Promise<[Recorded]>;
    return (await Promise.race([answered, ended]))[0];
  } finally {
    over.abort();
  }
}

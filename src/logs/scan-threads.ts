import { Worker } from 'node:worker_threads';
import type { Scan, ScanInput } from './scan-lines.ts';
import { type ScanRequest, type ScanResponse, ThreadFailed } from './scan-messages.ts';

/** Threads that scan texts of logs, each one text at a time. */
export type ScanThreads = {
  /** How many texts keep all threads busy; 0 until they have started. */
  readonly atOnce: number;
  /** Starts the threads if logs of so many bytes are worth it. */
  expect(bytes: number): void;
  /** The scans of a text. Throws ThreadFailed. */
  scan(input: ScanInput): AsyncGenerator<Scan, void>;
  /** Ends the threads, whatever they are doing. */
  close(): Promise<void>;
};

type ThreadsOptions = {
  /** The module of a thread, which calls `answerScans`. */
  readonly module: URL;
  /** What the module needs to know. It is copied. */
  readonly workerData: unknown;
  readonly count: number;
  /** Threads are not worth their start for fewer bytes: meanwhile one thread could read about 100,000 lines. */
  readonly worthBytes?: number;
};

/** Threads, none of which runs yet. */
export function createScanThreads({
  module,
  workerData,
  count,
  worthBytes = 33_554_432,
}: ThreadsOptions): ScanThreads {
  let threads: readonly ScanThread[] = [];
  const options = {
    workerData,
    // the flags of a test runner or loader would break the thread
    execArgv: [],
    // most of what a line leaves is garbage at once: more would save no time
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  };
  const start = () => new ScanThread(new Worker(module, options));
  const started = () => threads.filter(({ hasStarted }) => hasStarted);
  return {
    get atOnce() {
      const { length } = started();
      // one text waits for the first thread that is done
      return length === 0 ? 0 : length + 1;
    },
    expect(bytes) {
      if (bytes >= worthBytes && threads.length === 0) threads = Array.from({ length: count }, start);
    },
    scan(input) {
      const [idlest] = started().toSorted((one, other) => one.waiting - other.waiting);
      if (!idlest) throw new Error('no thread has started');
      return each(idlest.scan(input));
    },
    close: async () => {
      await Promise.all(threads.map((thread) => thread.end()));
    },
  };
}

type Waiting = {
  readonly resolve: (scans: readonly Scan[]) => void;
  readonly reject: (cause: unknown) => void;
};

class ScanThread {
  readonly #worker: Worker;
  /** For the scans of the texts that it has not finished, in order. */
  readonly #waiting: Waiting[] = [];
  /** To copy texts to. Garbage of this size would not be collected soon: this thread makes little of it. */
  readonly #buffers: ArrayBuffer[] = [];
  #isReady = false;
  #failure: ThreadFailed | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (response: ScanResponse) => {
      if (response === 'ready') this.#isReady = true;
      else this.#take(response);
    });
    worker.on('error', (cause) => this.#fail(cause));
    worker.on('exit', (code) => this.#fail(new Error(`it ended with code ${code}`)));
  }

  /** Also if it has failed: then scanning throws why. */
  get hasStarted(): boolean {
    return this.#isReady || this.#failure !== undefined;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async scan({ text, readerState }: ScanInput): Promise<readonly Scan[]> {
    if (this.#failure) throw this.#failure;
    // a copy is moved to the thread: this one still needs the text, for its hash
    const buffer = this.#bufferOf(text.length);
    text.copy(new Uint8Array(buffer));
    const request: ScanRequest = { buffer, length: text.length, readerState };
    this.#worker.postMessage(request, [buffer]);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #bufferOf(bytes: number): ArrayBuffer {
    const buffer = this.#buffers.pop();
    return buffer && buffer.byteLength >= bytes ? buffer : new ArrayBuffer(bytes);
  }

  #take({ scans, buffer }: Exclude<ScanResponse, 'ready'>): void {
    this.#buffers.push(buffer);
    this.#waiting.shift()?.resolve(scans);
  }

  #fail(cause: unknown): void {
    this.#failure ??= new ThreadFailed(cause);
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}

function each(scans: Promise<readonly Scan[]>): AsyncGenerator<Scan, void> {
  // a failure is thrown when the first scan is asked for; until then it is no unhandled rejection
  scans.catch(() => undefined);
  return (async function* () {
    yield* await scans;
  })();
}

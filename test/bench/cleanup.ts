type Step = () => unknown;

/** The steps to undo at the end, the last one first. */
export type Cleanup = {
  add(step: Step): void;
  /** Runs every step once, even if one fails. Resolves when all are done. */
  run(): Promise<void>;
  /** Whether a signal ended the run. Later failures are then a consequence of it. */
  readonly interrupted: boolean;
};

/** Also cleans up on SIGINT and SIGTERM, and then ends the process. */
export function createCleanup(): Cleanup {
  const steps: Step[] = [];
  let running: Promise<void> | undefined;
  let interrupted = false;
  const run = () => (running ??= undo(steps));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      interrupted = true;
      process.exitCode = 130;
      void run().then(() => process.exit());
    });
  }
  return {
    add: (step) => void steps.push(step),
    run,
    get interrupted() {
      return interrupted;
    },
  };
}

async function undo(steps: Step[]): Promise<void> {
  for (let step = steps.pop(); step; step = steps.pop()) {
    try {
      await step();
    } catch (error) {
      console.error(error);
    }
  }
}

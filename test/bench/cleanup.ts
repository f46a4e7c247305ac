type Step = () => unknown;

/** What is to be undone at the end, last first. */
export type Cleanup = {
  add(step: Step): void;
  /** Does every step, once, even when one fails; resolves when all are done. */
  run(): Promise<void>;
  /** Whether a signal asked for the end: what fails from then on fails for that reason. */
  readonly interrupted: boolean;
};

/** Interrupted and terminated processes clean up too, and then end. */
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

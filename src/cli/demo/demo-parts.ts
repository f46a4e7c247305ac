import type { Recorder } from '../../operations/recording/record-events.ts';

/** The parts for making the demo. Its key is stored in the folder. */
export type DemoParts = Recorder & {
  readonly folder: string;
  readonly stop: AbortSignal;
  /** Tells the user what is being done. */
  readonly note: (message: string) => void;
};

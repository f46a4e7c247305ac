import type { Recorder } from '../../operations/recording/record-events.ts';

/** What the demo is made with; its key is kept in the folder. */
export type DemoParts = Recorder & { readonly folder: string; readonly stop: AbortSignal };

import { afterAll, expect, onTestFinished } from 'vitest';

/** After the running test, or after the file when none is running; what was opened last is closed first. */
export function atEnd(close: () => Promise<void>): void {
  if (expect.getState().currentTestName === undefined) afterAll(close);
  else onTestFinished(close);
}

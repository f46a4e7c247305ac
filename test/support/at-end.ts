import { TestRunner, afterAll, onTestFinished } from 'vitest';

/** Closes something after the running test, or after the file if no test is running; the last opened is closed first. */
export function atEnd(close: () => Promise<void>): void {
  if (TestRunner.getCurrentTest() === undefined) afterAll(close);
  else onTestFinished(close);
}

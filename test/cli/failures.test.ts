import { expect, it } from 'vitest';
import { describeFailure } from '../../src/cli/failures.ts';

it.each([
  ['one line', 'one line'],
  ['two  \n  lines', 'two lines'],
  ['\r\nthree\r\n\r\n \t\r\nlines\r\n', 'three lines'],
  ['spaces   within', 'spaces   within'],
])('a failure is described in one line: %j', (message, complaint) => {
  expect(describeFailure(new Error(message))).toEqual({ exitCode: 1, complaints: [complaint] });
});

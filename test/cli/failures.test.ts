import { expect, it } from 'vitest';
import { describeFailure } from '../../src/cli/failures.ts';
import { invalidParameter } from '../../src/domain/refusal.ts';

it.each([
  ['one line', 'one line'],
  ['two  \n  lines', 'two lines'],
  ['\r\nthree\r\n\r\n \t\r\nlines\r\n', 'three lines'],
  ['spaces   within', 'spaces   within'],
])('a failure is described in one line: %j', (message, complaint) => {
  expect(describeFailure(new Error(message))).toEqual({ exitCode: 1, complaints: [complaint] });
});

it.each([
  ['addresses', '--address'],
  ['paths', '--path'],
  ['keyId', '--key'],
  ['signatureSecret', 'the secret in --signature-secret-file'],
  ['verifyCode', '--verify-code'],
  ['audience', '--audience'],
])('the parameter %s is called %s on the command line', (name, option) => {
  const { complaints } = describeFailure(invalidParameter(name, 'x', 'right'));
  expect(complaints).toEqual([`${option} must be right; got "x".`]);
});

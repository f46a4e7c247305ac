import { expect, it } from 'vitest';
import { readOptions } from './options.ts';

it('reads nothing as the full run of everything', () => {
  expect(readOptions([])).toEqual({
    quick: false,
    only: '',
    against: undefined,
    connections: undefined,
    json: undefined,
    plot: undefined,
    log: undefined,
  });
});

it('reads the other product and the numbers of connections', () => {
  expect(readOptions(['--quick', '--against', '../before', '--connections', '1,16'])).toMatchObject({
    quick: true,
    against: '../before',
    connections: [1, 16],
  });
});

it.each(['', '0', '1,,16', '1.5', '16 connections', '-1'])('refuses "%s" connections', (text) => {
  expect(() => readOptions([`--connections=${text}`])).toThrow(`--connections ${text} must be numbers`);
});

import { describe, expect, it } from 'vitest';
import { USAGE, readOptions } from './options.ts';

const read = (...args: readonly string[]) => readOptions(args, ['overview', 'settings: keys']);

describe('npm run walk', () => {
  it('walks all screens without options, and those that are named', () => {
    const options = { dataOnly: false, dataDir: undefined, screenshots: undefined, only: undefined };
    expect(read()).toEqual({ kind: 'walk', options });
    expect(read('--only', 'overview', '--only', 'settings: keys', '--data-dir', 'd')).toEqual({
      kind: 'walk',
      options: { ...options, only: ['overview', 'settings: keys'], dataDir: 'd' },
    });
  });

  it.each([['--help'], ['-h'], ['--only', 'nothing', '--help']])('%s asks for the usage', (...args) => {
    expect(read(...args)).toEqual({ kind: 'help' });
  });

  it.each([
    [['--fast'], /^Unknown option '--fast'/],
    [['overview'], /^Unexpected argument 'overview'/],
    [['--only'], /argument missing/],
    [['--only', 'x'], /^There is no screen "x"\. Name one of: overview, settings: keys$/],
    [['--data-only'], /--data-dir/],
  ])('%j says what is wrong', (args, fault) => {
    expect(read(...args)).toEqual({ kind: 'wrong', fault: expect.stringMatching(fault) });
  });

  it('names every option in its usage', () => {
    for (const name of ['--only', '--screenshots', '--data-dir', '--data-only', '--help'])
      expect(USAGE).toContain(name);
  });
});

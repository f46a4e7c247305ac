import { describe, expect, it } from 'vitest';
import { withoutDockerWrapping } from '../../src/recording/docker-line.ts';
import { LOG_FORMATS } from '../../src/recording/log-formats.ts';
import { createLogReader } from '../../src/recording/log-reader.ts';

const wrap = (log: string, more: object = {}) =>
  JSON.stringify({ log: `${log}\n`, stream: 'stdout', ...more, time: '2026-11-20T10:00:00.123456789Z' });

describe('a line in the file that Docker keeps of a container', () => {
  it.each(LOG_FORMATS.filter(({ name }) => name !== 'cloudfront'))(
    'is read as one of $name',
    ({ name, example }) => {
      const expected = createLogReader().read(example);
      for (const line of [wrap(example), wrap(example, { attrs: { tag: 'web' } })]) {
        const reader = createLogReader();
        expect(reader.read(line)).toEqual(expected);
        expect(reader.format).toBe(name);
      }
    },
  );

  it.each([
    '{"log":"a"}',
    '{"log":"a","stream":1}',
    '{"log":"a","stream":"stdout","host":"example.org"}',
    '{"log":"a","stream":"stdout"',
    '{"stream":"stdout","log":"a"}',
  ])('is not %s', (line) => {
    expect(withoutDockerWrapping(line)).toBe(line);
  });
});

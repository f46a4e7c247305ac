import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SplitOptions, createJsonSplitter } from '../../src/recording/split-json.ts';

const MIB = 1_048_576;

/** The lines of a text that comes in pieces of these lengths, again and again. */
function split(text: string, options: Partial<SplitOptions> = {}, lengths: readonly number[] = [MIB]) {
  const splitter = createJsonSplitter({ maxBytes: MIB, ...options });
  const bytes = Buffer.from(text);
  const out: Buffer[] = [];
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const length = lengths[n % lengths.length] ?? 1;
    out.push(splitter.write(bytes.subarray(at, at + length)));
    at += length;
  }
  const text_ = Buffer.concat([...out, splitter.end()]).toString('utf8');
  return text_.split('\n').slice(0, -1);
}

const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
const objects = fc.array(object, { maxLength: 8 });
const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });

/** How senders write several objects. */
const SHAPES: Readonly<Record<string, (values: readonly object[]) => string>> = {
  'an array': (values) => JSON.stringify(values),
  'an array over several lines': (values) => JSON.stringify(values, null, 2),
  'one a line': (values) => values.map((value) => JSON.stringify(value)).join('\r\n'),
  'one after the other': (values) => values.map((value) => JSON.stringify(value)).join(''),
  'each over several lines': (values) => values.map((value) => JSON.stringify(value, null, '\t')).join('\n'),
  'an array a line': (values) => values.map((value) => JSON.stringify([value])).join('\n'),
};

describe('the values of a text', () => {
  it.each(Object.entries(SHAPES))('are all of them, wherever the text is cut: %s', (_, write) => {
    fc.assert(
      fc.property(objects, lengths, (values, cuts) => {
        expect(split(write(values), {}, cuts).map((line) => JSON.parse(line) as unknown)).toEqual(
          JSON.parse(JSON.stringify(values)),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('under a key are those of its arrays and no others', () => {
    const envelope = fc.record({ before: fc.jsonValue(), values: objects, after: fc.jsonValue() });
    fc.assert(
      fc.property(
        fc.array(envelope, { maxLength: 3 }),
        lengths,
        fc.boolean(),
        (envelopes, cuts, isPretty) => {
          const text = JSON.stringify(
            envelopes.map(({ before, values, after }) => ({
              before,
              deep: { wanted: values },
              '"wanted"': [1],
              after,
            })),
            null,
            isPretty ? 1 : undefined,
          );
          fc.pre(envelopes.every(({ before, after }) => !JSON.stringify([before, after]).includes('wanted')));
          expect(split(text, { key: 'wanted' }, cuts).map((line) => JSON.parse(line) as unknown)).toEqual(
            envelopes.flatMap(({ values }) => JSON.parse(JSON.stringify(values)) as unknown[]),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('may be anything', () => {
    expect(split('[1, "a, [b]", null, {"c": []}, [2]] true\nfalse')).toEqual([
      ...['1', '"a, [b]"', 'null', '{"c":[]}', '2', 'true', 'false'],
    ]);
  });

  it('are cut off beyond the bound, which the others are not', () => {
    const long = JSON.stringify({ a: 'x'.repeat(100) });
    expect(split(`[{"b":1},${long},{"c":2}]`, { maxBytes: 20 })).toEqual([
      '{"b":1}',
      long.slice(0, 20),
      '{"c":2}',
    ]);
  });
});

describe('what is broken', () => {
  it.each([
    ['an object without its end', '{"a":1,\n{"b":2}\n', ['{"a":1,', '{"b":2}']],
    ['a string without its end', '{"a":"x\n{"b":2}\n', ['{"a":"x', '{"b":2}']],
    ['brackets that were not opened', '}]{"a":1}]\n{"b":2}', ['}', '{"a":1}', '{"b":2}']],
    ['words', 'Not Found\n{"b":2}', ['Not Found', '{"b":2}']],
    ['an array without its end', '[{"a":1},{"b":', ['{"a":1}', '{"b":']],
  ])('is a line, and spoils no other: %s', (_, text, lines) => {
    expect(split(text)).toEqual(lines);
  });

  it('takes no memory for long, and comes to an end, whatever it is', () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    const hostile = fc.stringMatching(/^[[\]{}",:\\ \na1]{0,80}$/);
    fc.assert(
      fc.property(
        fc.oneof(
          bytes.map((some) => Buffer.from(some).toString('latin1')),
          hostile,
        ),
        lengths,
        (text, cuts) => {
          const whole = split(text, { maxBytes: 30 });
          expect(split(text, { maxBytes: 30 }, cuts)).toEqual(whole);
          expect(whole.every((line) => Buffer.byteLength(line) <= 90)).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });
});

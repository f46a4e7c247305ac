import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchesRest, readPattern } from '../../src/robots/pattern.ts';

/** Pieces that are nearly everywhere: repetitions of a few letters, with some others between. */
const letters = fc
  .array(fc.tuple(fc.constantFrom('a', 'ab', 'aab', 'b'), fc.integer({ min: 1, max: 12 })), {
    ...{ minLength: 1, maxLength: 4 },
  })
  .map((runs) => runs.map(([text, times]) => text.repeat(times)).join(''));

it('a path matches a pattern of long pieces as it does a regular expression', () => {
  const matching = { yes: 0, no: 0 };
  const piecesAndPath = fc
    .tuple(fc.array(letters, { minLength: 1, maxLength: 3 }), fc.array(letters, { maxLength: 4 }))
    .chain(([pieces, others]) =>
      fc.tuple(fc.constant(pieces), fc.shuffledSubarray([...pieces, ...pieces, ...others])),
    );
  fc.assert(
    fc.property(piecesAndPath, fc.constantFrom('', '$'), ([pieces, parts], end) => {
      const path = `/${parts.join('')}`;
      const matches = matchesRest(readPattern(`/*${pieces.join('*')}${end}`), path);
      expect(matches).toBe(new RegExp(`^/.*${pieces.join('.*')}${end}`).test(path));
      matching[matches ? 'yes' : 'no'] += 1;
    }),
    { numRuns: 5_000 },
  );
  expect(Math.min(matching.yes, matching.no)).toBeGreaterThan(500);
});

import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { answerAlike, schema } from './answer-alike.ts';
import { writeRequest } from './documents.ts';

const DOCUMENTS = process.env['CI'] ? 10_000 : 400;
const DOCUMENTS_A_TEST = Math.min(DOCUMENTS, 1_000);
const FIRST_SEEDS = Array.from({ length: DOCUMENTS / DOCUMENTS_A_TEST }, (_, n) => n * 10_000);

describe('answers what graphql-js answers, with its errors, after the same calls in the same order', () => {
  it.each(FIRST_SEEDS)('documents from seed %i', { timeout: 300_000 }, async (firstSeed) => {
    let compared = 0;
    let compiled = 0;
    for (let seed = firstSeed; compared < DOCUMENTS_A_TEST; seed++) {
      const { document, variableValues } = writeRequest(schema, seed);
      expect(validate(schema, parse(document))).toEqual([]);
      // graphql-js notices these only after it has called resolvers
      if (variableValues['no'] === null && document.includes('(if: $no)')) continue;
      compared++;
      const { isCompiled } = await answerAlike(document, { variableValues }).catch((error: unknown) => {
        const sent = `${document}\n${JSON.stringify(variableValues)}\n`;
        throw new Error(`seed ${seed} is answered differently:\n${sent}${String(error)}`, { cause: error });
      });
      if (isCompiled) compiled++;
    }
    // most of the others have wrong variables, or conditions that are null
    expect(compiled).toBeGreaterThan(DOCUMENTS_A_TEST / 2);
  });
});

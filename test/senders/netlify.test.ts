import { describe } from 'vitest';
import { withSenders } from '../support/left-out.ts';
import { itKeepsThePromises } from './conformance.ts';
import { itTriesTwice } from './edge.ts';
import { NETLIFY_HOST } from './hosts/deno.ts';

describe.skipIf(!withSenders)('the edge function for Netlify', () => {
  itKeepsThePromises(NETLIFY_HOST);
  itTriesTwice(NETLIFY_HOST);
});

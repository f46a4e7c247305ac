import { describe } from 'vitest';
import { withSenders } from '../support/left-out.ts';
import { itKeepsThePromises } from './conformance.ts';
import { itTriesTwice } from './edge.ts';
import { WORKERD_HOST } from './hosts/workerd.ts';

describe.skipIf(!withSenders)('the Cloudflare Worker', () => {
  itKeepsThePromises(WORKERD_HOST);
  itTriesTwice(WORKERD_HOST);
});

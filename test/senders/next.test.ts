import { describe, expect, it } from 'vitest';
import { atEnd } from '../support/at-end.ts';
import { withSenders } from '../support/left-out.ts';
import { itKeepsThePromises } from './conformance.ts';
import { itTriesTwice } from './edge.ts';
import { startFakeCollector } from './fake-collector.ts';
import { NEXT_HOST, startNext } from './hosts/next.ts';

describe.skipIf(!withSenders)('the proxy for Next.js', () => {
  itKeepsThePromises(NEXT_HOST);
  itTriesTwice(NEXT_HOST);

  it('believes no address and no id where it is not on Vercel', async () => {
    const collector = await startFakeCollector();
    const { url, kill } = await startNext({ collector });
    atEnd(kill);
    await fetch(`${url}/guide`, { headers: NEXT_HOST.front?.headers() ?? {} });
    const reported = () => collector.requests().find(({ target }) => target === '/guide');
    await expect.poll(reported).toBeDefined();
    expect(reported()).not.toHaveProperty('address');
    expect(reported()).not.toHaveProperty('id');
  });
});

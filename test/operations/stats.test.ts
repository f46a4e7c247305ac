import { expect, it } from 'vitest';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { stats } from '../../src/operations/reading/stats.ts';
import { createOperatorContext } from '../../src/operations/request-context.ts';
import { fakeDatabase } from '../support/fake-database.ts';

const NOW_MS = Date.parse('2026-03-15T12:34:56.789Z');
const SITE = { id: 'site_a', accountId: 1, domain: 'a.example', name: 'A', createdAtMs: NOW_MS };

it('what is made of the counts is made once, however often it is asked for', async () => {
  const db = fakeDatabase(({ name }) => (name === 'find_sites' ? [SITE] : []));
  const ctx = createOperatorContext({ db, plans: DEFAULT_PLANS }, SITE, NOW_MS);
  const found = await stats(ctx, { siteId: SITE.id, compare: 'previous-period' });
  const made = () => [
    ...[found.sources(), found.bots(), found.comparedBots(), found.facts(), found.purposes()],
  ];
  const first = made();
  expect(made().map((value, n) => value === first[n])).toEqual(first.map(() => true));
});

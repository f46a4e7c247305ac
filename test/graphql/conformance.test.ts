import { auditServer } from 'graphql-http';
import { expect, it } from 'vitest';
import { openLoneDoor } from '../execution/lone-door.ts';

it('keeps every rule of GraphQL over HTTP that graphql-http audits', async () => {
  const door = openLoneDoor();
  const results = await auditServer({
    url: 'http://site-traffic.test/graphql',
    fetchFn: (url: string, init: RequestInit) => door.fetch(new Request(url, init)),
  });
  const failed = results.filter(({ status }) => status !== 'ok');
  expect(failed.map(({ name, status }) => [name, status])).toEqual([]);
  expect(results.length).toBeGreaterThan(50);
});

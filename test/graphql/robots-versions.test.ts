import { expect, it } from 'vitest';
import { NOW_MS, openLoneDoor } from '../execution/lone-door.ts';

const SITE = { id: 'site_a', accountId: 1, domain: 'a.example', name: 'A', createdAtMs: NOW_MS };
const VERSION = { id: 7, sinceMs: NOW_MS, origin: 'file', text: 'what\n' };

it('the texts of a site are read once a document, beside the reads that let callers in', async () => {
  const asked: string[] = [];
  const { post } = openLoneDoor({
    query({ name }, lane) {
      asked.push(`${name} ${lane}`);
      return name === 'list_robots_versions' ? [VERSION] : [SITE];
    },
  });
  const aliased = Array.from({ length: 19 }, (_, n) => `v${n}: robotsVersions { invalidLines }`);
  const { body } = await post({
    query: `{ site(id: "site_a") { ${aliased.join(' ')} again: robotsVersions { text } } }`,
  });
  expect(body.data).toMatchObject({
    site: { v0: [{ invalidLines: [1] }], v18: [{ invalidLines: [1] }], again: [{ text: 'what\n' }] },
  });
  expect(asked).toEqual(['find_sites access', 'list_robots_versions long']);
});

import { expect, it } from 'vitest';
import { demoLines } from '../../src/cli/demo/demo-lines.ts';

const LINK = { link: 'http://127.0.0.1:4000/sign-in#token=secret', linkFile: '/data/demo-sign-in-link' };
const DEMO = { siteId: 'site_x', key: 'st_secret', keyFile: "/it's here/demo-key", ...LINK };

function curlLines(url: string, onTerminal: boolean): readonly string[] {
  return demoLines(url, DEMO, onTerminal).filter((line) => line.startsWith('curl '));
}

it('prints requests with the key itself on a terminal', () => {
  const graphql = `curl -s -H "Authorization: Bearer st_secret" -H 'Content-Type: application/json' -d`;
  expect(curlLines('http://127.0.0.1:4000', true)).toEqual([
    `curl -s -H "Authorization: Bearer st_secret" 'http://127.0.0.1:4000/api/v1/sites'`,
    `curl -s -H "Authorization: Bearer st_secret" 'http://127.0.0.1:4000/api/v1/sites/site_x/stats'`,
    `curl -s -H "Authorization: Bearer st_secret" 'http://127.0.0.1:4000/api/v1/sites/site_x/timeseries?granularity=hour'`,
    `curl -s -H "Authorization: Bearer st_secret" 'http://127.0.0.1:4000/api/v1/sites/site_x/events?limit=5'`,
    `${graphql} '{"query":"{ site(id: \\"site_x\\") { stats { totals { botVisits referrals conversions } } timeseries { data { date botVisits } } } }"}' 'http://127.0.0.1:4000/graphql'`,
    `${graphql} '{"query":"{ site(id: \\"site_x\\") { companies { company botVisits purposes { purpose count } referrals } } }"}' 'http://127.0.0.1:4000/graphql'`,
  ]);
});

it('prints requests that read the key from its file anywhere else, whatever the folder is called', () => {
  const lines = demoLines('http://127.0.0.1:4000', DEMO, false);
  expect(lines.join('\n')).not.toContain('secret');
  expect(lines[1]).toBe('The link to sign in, which works once, is in /data/demo-sign-in-link');
  expect(lines[4]).toBe(
    `curl -s -H "Authorization: Bearer $(cat '/it'\\''s here/demo-key')" 'http://127.0.0.1:4000/api/v1/sites'`,
  );
});

it('prints the link itself on a terminal', () => {
  const lines = demoLines('http://127.0.0.1:4000', DEMO, true);
  expect(lines[1]).toBe('Sign in (the link works once): http://127.0.0.1:4000/sign-in#token=secret');
});

it('names an address that can be reached when the server listens on all', () => {
  expect(curlLines('http://0.0.0.0:80', true)[0]).toContain("'http://127.0.0.1:80/");
  expect(curlLines('http://[::]:80', true)[0]).toContain("'http://[::1]:80/");
});

import { expect, it } from 'vitest';
import { NOW_MS, openLoneDoor } from '../execution/lone-door.ts';

const IDS = ['site_a', 'site_b', 'site_c'];
const SITES = IDS.map((id) => ({ id, accountId: 1, domain: `${id}.example`, name: id, createdAtMs: NOW_MS }));

const ask = (args: string) => openLoneDoor({ query: () => SITES }).post({ query: `{ sites${args} { id } }` });

it.each([
  ['', IDS],
  ['(first: null, after: null)', IDS],
  ['(first: 2)', ['site_a', 'site_b']],
  ['(first: 2, after: "site_b")', ['site_c']],
  ['(after: "site_a")', ['site_b', 'site_c']],
  ['(first: 1000, after: "site_c")', []],
])('sites%s are %j', async (args, ids) => {
  expect((await ask(args)).body).toEqual({ data: { sites: ids.map((id) => ({ id })) } });
});

it.each([
  ['(first: 0)', 'first must be a whole number from 1 to 1000; got 0.'],
  ['(first: 1001)', 'first must be a whole number from 1 to 1000; got 1001.'],
  ['(after: "site_none")', 'after must be the id of one of your sites; got "site_none".'],
  ['(after: "")', 'after must be the id of one of your sites; got "".'],
])('sites%s are refused', async (args, message) => {
  const { body } = await ask(args);
  expect(body.data).toEqual({ sites: null });
  expect(body.errors).toMatchObject([
    { message, path: ['sites'], extensions: { code: 'INVALID_PARAMETER' } },
  ]);
});

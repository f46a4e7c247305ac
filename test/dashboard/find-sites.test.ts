import { expect, it } from 'vitest';
import { findSites, initialsOf } from '../../src/dashboard/frame/find-sites.ts';

const SITES = [
  { name: 'Halden Tea', domain: 'haldentea.example' },
  { name: 'Journal', domain: 'journal.haldentea.example' },
  { name: 'Über uns', domain: 'über.example' },
  { name: 'Shop', domain: 'xn--bcher-kva.example' },
];

it.each([
  ['', ['Halden Tea', 'Journal', 'Über uns', 'Shop']],
  ['halden', ['Halden Tea', 'Journal']],
  [' TEA ', ['Halden Tea', 'Journal']],
  ['journal.', ['Journal']],
  ['ÜBER', ['Über uns']],
  ['bücher', ['Shop']],
  ['xn--', ['Shop']],
  ['tea haldentea', []],
])('"%s" finds sites by name and domain: %j', (text, names) => {
  expect(findSites(SITES, text).map(({ name }) => name)).toEqual(names);
});

it.each([
  ['Halden Tea', 'HT'],
  ['one two three', 'OT'],
  ['  spaced ', 'S'],
  ['🫖 shop', '🫖S'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

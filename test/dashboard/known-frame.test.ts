import { expect, it } from 'vitest';
import { knownFirstDay, knownFrame } from '../../src/dashboard/frame/known-frame.ts';

const site = (id: string, firstEventAt: string | null) => ({ id, name: id, domain: id, firstEventAt });

it('knows the day of the first event of a site and of all, once a screen has read them', () => {
  expect([knownFirstDay('a'), knownFirstDay(undefined)]).toEqual([undefined, undefined]);
  knownFrame({
    account: null,
    sites: [
      site('a', '2025-01-01T00:00:00.000Z'),
      site('b', '2024-03-03T23:59:59.999Z'),
      site('empty', null),
    ],
  });
  knownFrame(undefined);
  expect(['a', 'b', 'empty', 'foreign', undefined].map(knownFirstDay)).toEqual([
    ...['2025-01-01', '2024-03-03', null, null, '2024-03-03'],
  ]);
});

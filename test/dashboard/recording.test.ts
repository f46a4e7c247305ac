import { expect, it } from 'vitest';
import { sightsOf } from '../../src/dashboard/recording/source-sights.ts';
import { nameOfSource, wordsOfLimit, wordsOfReason } from '../../src/dashboard/recording/source-words.ts';
import { inOrder } from '../../src/dashboard/recording/trouble.ts';
import { PASSED_OVER } from '../../src/recording/passed-over.ts';
import { SENDERS } from '../../src/domain/sender.ts';
import { sourceParts } from '../support/source-parts.ts';

const WINDOW = { records: 5, events: 1, repeats: 0, skipped: [] };

it('every reason for skipping and every sender has words, and what is not known is shown as it is', () => {
  expect(Object.keys(PASSED_OVER).filter((reason) => wordsOfReason(reason) === reason)).toEqual([]);
  expect(SENDERS.filter((sender) => nameOfSource(sourceParts({ sender })) === sender)).toEqual([]);
  expect([wordsOfReason('painted'), nameOfSource(sourceParts({ sender: 'pigeon' })), wordsOfLimit('no-wings')])
    .toEqual(['painted', 'pigeon', 'no-wings.']); // prettier-ignore
});

it('a source is named by its file, its key or its kind, and a drain by its sender', () => {
  const sources = [
    sourceParts({ kind: 'LOG', name: 'nginx/access.log' }),
    sourceParts({ kind: 'COLLECTOR', name: 'web-1' }),
    sourceParts({ kind: 'IMPORT' }),
    sourceParts({ sender: 'vercel', name: 'shop' }),
    sourceParts({ sender: 'netlify', name: 'Netlify' }),
    sourceParts({ sender: 'lines', name: 'Fluent Bit' }),
  ];
  expect(sources.map(nameOfSource)).toEqual([
    'nginx/access.log',
    'web-1',
    'Files of events',
    'Vercel · shop',
    'Netlify',
    'Fluent Bit',
  ]);
});

it('what is wrong comes first, then what recorded last', () => {
  const at = (day: string) => `2026-11-${day}T10:00:00.000Z`;
  const sources = [
    sourceParts({ id: 'old', lastRecordedAt: at('02') }),
    sourceParts({ id: 'never' }),
    sourceParts({ id: 'new', lastRecordedAt: at('20') }),
    sourceParts({ id: 'wrong', limits: [{ code: 'no-user-agent', remedy: 'x' }] }),
  ];
  expect(inOrder(sources).map(({ id }) => id)).toEqual(['wrong', 'new', 'old', 'never']);
});

it('a source sees what its records do not lack, once there are some', () => {
  const limits = [{ code: 'addresses-anonymised', remedy: 'Switch it off.' }];
  const seen = sightsOf({ limits, window: WINDOW }).map(({ isSeen, what }) => [isSeen, what]);
  expect(seen).toEqual([
    [true, 'User agents.'],
    [true, 'Statuses.'],
    [true, 'Each visit once.'],
    [false, 'Addresses are anonymised.'],
  ]);
  expect(sightsOf(sourceParts())).toEqual([]);
  const unreadable = sightsOf({ limits: [{ code: 'unreadable', remedy: 'x' }], window: WINDOW });
  expect(unreadable.map(({ what }) => what)).toEqual(['No record that can be read.']);
});

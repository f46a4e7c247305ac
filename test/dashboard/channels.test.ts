import { describe, expect, it } from 'vitest';
import { channelIn, sendsIn } from '../../src/dashboard/settings/channel-entered.ts';
import {
  ALERT_KINDS,
  type Attempt,
  type OwnChannel,
  standingOf,
  wordsOfGivenUp,
  wordsOfProblem,
  wordsOfSent,
  wordsOfTest,
} from '../../src/dashboard/settings/channel-words.ts';
import { takersOf, wordsOfDigest, wordsOfNext } from '../../src/dashboard/settings/digest-words.ts';

const NOW_MS = Date.parse('2026-03-15T12:00:00.000Z');
const SITES = [{ id: 'site_a' }, { id: 'site_b' }, { id: 'site_c' }];

const attempt = (given: Partial<Attempt> = {}): Attempt => ({
  ...{ at: '2026-03-15T11:56:00.000Z', state: 'DELIVERED', reason: null, nextAt: null },
  ...given,
});

const channel = (given: Partial<OwnChannel> = {}): OwnChannel => ({
  ...{ id: 'channel_1', kind: 'SLACK', name: 'ops', target: 'https://hooks.slack.com/…k2Qd' },
  ...{ confirmed: true, enabled: true, kinds: [...ALERT_KINDS], siteIds: null, digest: false },
  ...{ lastDelivery: attempt(), pending: 0, givenUp: 0 },
  ...given,
});

describe('what a channel sends', () => {
  it.each<[Partial<OwnChannel>, string]>([
    [{}, 'All alerts'],
    [{ digest: true }, 'All alerts, digest'],
    [{ kinds: ['ERRORS', 'SURGE'], siteIds: ['site_a', 'site_c'] }, 'Surges and errors of 2 sites'],
    [{ kinds: ['SILENCE', 'NEW_BOT', 'QUOTA'] }, 'New bots, silence and quota'],
    [{ kinds: ['SILENCE'], siteIds: ['site_b'], digest: true }, 'Silence of 1 site, digest'],
    // a site that was deleted sends nothing
    [{ kinds: ['SILENCE'], siteIds: ['site_x'] }, 'Silence of no site'],
    [{ kinds: [], digest: true }, 'Digest'],
    [{ kinds: [], siteIds: ['site_a'] }, 'Nothing'],
  ])('%j is said as %j', (given, words) => {
    expect(wordsOfSent(channel(given), SITES)).toBe(words);
  });
});

describe('how a channel stands', () => {
  const failed = { state: 'FAILED', reason: '500 Internal Server Error' } as const;
  it.each<[string, Partial<OwnChannel>, readonly (string | undefined)[]]>([
    ['delivered', {}, ['ok', 'Delivered', '4 min ago']],
    ['never used', { lastDelivery: null }, ['wait', 'Nothing sent yet', undefined]],
    [
      'tried again',
      { lastDelivery: attempt({ ...failed, nextAt: '2026-03-15T14:05:00.000Z' }), pending: 1 },
      ['bad', 'Failed', '500 Internal Server Error; again at 14:05 UTC'],
    ],
    [
      'tried again another day',
      { lastDelivery: attempt({ ...failed, nextAt: '2026-03-16T14:05:00.000Z' }), pending: 3 },
      ['bad', 'Failed', '500 Internal Server Error; again on Mar 16, 14:05 UTC; 2 more waiting'],
    ],
    ['a test that failed', { lastDelivery: attempt(failed) }, ['bad', 'Failed', failed.reason]],
    [
      'given up',
      { lastDelivery: attempt({ ...failed, state: 'GIVEN_UP' }) },
      ['bad', 'Not delivered', failed.reason],
    ],
    [
      'not sent yet',
      { lastDelivery: attempt({ state: 'PENDING', nextAt: '2026-03-15T12:01:00.000Z' }), pending: 1 },
      ['wait', 'Not sent yet', 'due at 12:01 UTC'],
    ],
    ['not confirmed', { confirmed: false }, ['wait', 'Not confirmed yet', 'Link sent 4 min ago']],
    [
      'not confirmed, as the mail failed',
      { confirmed: false, lastDelivery: attempt(failed) },
      ['wait', 'Not confirmed yet', failed.reason],
    ],
    [
      'gone',
      { enabled: false, lastDelivery: attempt({ state: 'GIVEN_UP', reason: '410 Gone' }) },
      ['wait', 'Switched off', '410 Gone'],
    ],
  ])('%s', (_, given, [sign, fact, next]) => {
    expect(standingOf(channel(given), NOW_MS)).toEqual({ sign, fact, ...(next !== undefined && { next }) });
  });
});

it('what was given up is said with the reason, if the last message has it, while it can be sent again', () => {
  const gaveUp = channel({
    givenUp: 2,
    lastDelivery: attempt({ state: 'GIVEN_UP', reason: '502 Bad Gateway' }),
  });
  expect(wordsOfGivenUp(gaveUp, NOW_MS)).toBe('502 Bad Gateway, 4 min ago. Retries have stopped.');
  expect(wordsOfGivenUp(channel({ givenUp: 2 }), NOW_MS)).toBe('Retries have stopped.');
  expect(wordsOfGivenUp(channel(), NOW_MS)).toBeUndefined();
  expect(wordsOfGivenUp({ ...gaveUp, enabled: false }, NOW_MS)).toBeUndefined();
  expect(wordsOfGivenUp({ ...gaveUp, confirmed: false }, NOW_MS)).toBeUndefined();
});

it('a test says how long it took, or why it failed', () => {
  expect(wordsOfTest(attempt(), 0.44)).toBe('Delivered in 0.4 s');
  expect(wordsOfTest(attempt(), 0.01)).toBe('Delivered in 0.1 s');
  expect(wordsOfTest(attempt({ state: 'FAILED', reason: '404 no_service' }), 1)).toBe('404 no_service');
  expect(wordsOfProblem({ kind: 'refused', code: 'CHANNEL_REFUSED', message: 'Switched off.' })).toBe(
    'Switched off.',
  );
});

describe('a channel as it is typed', () => {
  const textIn = (typed: Readonly<Record<string, string>>) => (field: string) => typed[field] ?? '';

  it('is called as its kind without a name, and sends everything of all sites', () => {
    const text = textIn({ target: ' https://ntfy.sh/x ', allKinds: 'on', allSites: 'on' });
    expect(channelIn('NTFY', text, SITES)).toEqual({
      ...{ kind: 'NTFY', name: 'ntfy', target: 'https://ntfy.sh/x' },
      ...{ kinds: ALERT_KINDS, siteIds: [], digest: false },
    });
  });

  it('sends what is checked', () => {
    const text = textIn({ 'kind.SURGE': 'on', 'site.site_b': 'on', 'site.site_x': 'on', digest: 'on' });
    expect(sendsIn(text, SITES)).toEqual({ kinds: ['SURGE'], siteIds: ['site_b'], digest: true });
    expect(sendsIn(textIn({}), SITES)).toEqual({ kinds: [], siteIds: [], digest: false });
  });
});

describe('the digest', () => {
  it('says when it is sent next', () => {
    expect(wordsOfNext({ nextAt: '2026-11-30T07:00:00.000Z' }, NOW_MS)).toBe(
      'Next: Monday November 30, 07:00 UTC',
    );
    expect(wordsOfNext({ nextAt: null }, NOW_MS)).toBeUndefined();
  });

  it('goes to the channels that want it, are on, and are confirmed', () => {
    const wants = channel({ digest: true });
    const others = [channel(), { ...wants, enabled: false }, { ...wants, confirmed: false }];
    expect(takersOf([...others, wants])).toEqual([wants]);
  });

  it('says how it went to each of them', () => {
    const failed = attempt({ state: 'FAILED', reason: 'no answer', nextAt: '2026-03-15T12:00:05.000Z' });
    expect(wordsOfDigest([attempt(), failed, attempt({ state: 'GIVEN_UP' })], NOW_MS)).toEqual([
      'delivered',
      'no answer; again at 12:00 UTC',
      'not delivered',
    ]);
  });
});

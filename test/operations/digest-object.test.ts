import { expect, it } from 'vitest';
import { readIssue, writeIssue } from '../../src/operations/digest/issue.ts';
import { digestObject } from '../../src/operations/digest/object.ts';
import { HOUR_MS } from '../../src/domain/time.ts';
import { JOURNAL, LARGEST, MONDAY, NO_DETAILS, TEA, WEEK } from './digest-content.ts';

it('a digest is stored as JSON, and read as it was', () => {
  for (const content of [WEEK, LARGEST]) {
    const issue = { content, sentAt: { weekday: 1, hour: 7 } };
    expect(readIssue(writeIssue(issue.content, issue.sentAt))).toStrictEqual(issue);
  }
});

it('programs get a digest in the names of REST', () => {
  const gaps = {
    ...{ count: 2, totalMs: 30 * HOUR_MS },
    longest: { fromMs: MONDAY, untilMs: MONDAY + 18 * HOUR_MS },
  };
  const details = { ...NO_DETAILS, newBots: null, gaps };
  const small = { ...JOURNAL, before: null, keptFromMs: MONDAY, details };
  const others = { sites: 1, counts: { bot: 3, referral: 2, conversion: 1 } };
  const sites = [TEA, small, { ...JOURNAL, details: null }];
  expect(digestObject({ ...WEEK, sites, others, quietOthers: 4 })).toEqual({
    ...{ every: 'weekly', start: '2026-11-09', end: '2026-11-15' },
    sites: [
      {
        ...{ id: 'site_q9dw3g7l6ma5ht1e', name: 'Halden Tea', domain: 'haldentea.example' },
        ...{ bot_visits: 11_994, referrals: 655, conversions: 70 },
        previous: { bot_visits: 9_651, referrals: 548, conversions: 61 },
        ...{ kept_from: null, alerts: 1 },
        details: {
          latest_alerts: [
            {
              kind: 'surge',
              at: '2026-11-13T00:00:00.000Z',
              title: 'GPTBot read 1,412 pages',
              detail: TEA.details?.alerts[0]?.detail,
            },
          ],
          companies: [
            { company: 'OpenAI', bot_visits: 5_212, referrals: 361 },
            { company: 'Anthropic', bot_visits: 2_240, referrals: 44 },
            { company: 'Perplexity', bot_visits: 1_251, referrals: 112 },
            { company: 'Meta', bot_visits: 988, referrals: 0 },
            { company: 'Amazon', bot_visits: 611, referrals: 0 },
          ],
          other_companies: { companies: 9, bot_visits: 1_692, referrals: 138 },
          pages: TEA.details?.pages.map(({ path, visits }) => ({ page_path: path, bot_visits: visits })),
          errors: {
            ...{ visits: 428, page_path: '/shop/gift-box-2025', page_visits: 428 },
            ...{ status: 404, status_visits: 428 },
          },
          impostors: { bot_name: 'GPTBot', company: 'OpenAI', visits: 118, of_visits: 7_867 },
          ...{ new_bots: [], other_new_bots: 0, gaps: null },
        },
      },
      {
        ...{ id: 'site_b2kq8v1n5xw7pz3c', name: 'Halden Journal', domain: 'journal.haldentea.example' },
        ...{ bot_visits: 1_962, referrals: 84, conversions: 7, previous: null },
        ...{ kept_from: '2026-11-09', alerts: 0 },
        details: {
          ...{ latest_alerts: [], companies: [], other_companies: null, pages: [] },
          ...{ errors: null, impostors: null, new_bots: null, other_new_bots: 0 },
          gaps: {
            ...{ gaps: 2, hours: 30 },
            longest: { from: '2026-11-09T00:00:00.000Z', until: '2026-11-09T18:00:00.000Z' },
          },
        },
      },
      expect.objectContaining({ id: 'site_b2kq8v1n5xw7pz3c', details: null }),
    ],
    other_sites: { sites: 1, bot_visits: 3, referrals: 2, conversions: 1 },
    quiet_sites: [{ name: 'Workshops', domain: 'workshops.haldentea.example', has_events: false }],
    other_quiet_sites: 4,
  });
});

import { expect, it } from 'vitest';
import { digestBrief } from '../../src/operations/digest/brief.ts';
import { LARGEST, WEEK } from './digest-content.ts';

it('a chat gets a line for each site, with what has changed', () => {
  expect(digestBrief(WEEK).split('\n')).toEqual([
    'Your week, November 9 to 15: 3 sites, compared with the week before. Days are UTC.',
    'Halden Tea: 11,994 bot visits +24.3%, 655 LLM referrals +19.5%, 70 conversions +14.8%, 1 alert',
    expect.stringMatching(/^Halden Journal: 1,962 bot visits \+3\.2%, 84 LLM referrals -12\.5%/),
    '1 site without events.',
  ]);
});

it('of the largest account is short enough for every chat', () => {
  const brief = digestBrief(LARGEST);
  // Slack cuts a section there
  expect(brief.length).toBeLessThanOrEqual(3_000);
  expect(brief).toMatch(/^[\d,]+ more sites: /m);
  expect(brief).not.toContain('http');
});

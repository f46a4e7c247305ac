import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/context.ts';
import { ALL_TIME } from '../../src/domain/date-range.ts';
import { grantAccess } from '../../src/operations/access.ts';

const SITE = { id: 'site_a', accountId: 1, domain: 'a.example', name: 'A', createdAtMs: 0 };

function reader(accountId: number): Caller {
  return { accountId, plan: 'pro', kind: 'reader' };
}

function collector(accountId: number, siteId: string): Caller {
  return { accountId, plan: 'pro', kind: 'collector', siteId, keyId: 1 };
}

function viewer(accountId: number, siteId: string): Caller {
  return {
    accountId,
    plan: 'pro',
    kind: 'share',
    linkId: 1,
    siteId,
    range: ALL_TIME,
    expiresAtMs: 0,
    alerts: false,
    notes: false,
  };
}

describe('access to a site', () => {
  it.each([
    ['read', 'a reading key of its account', reader(1)],
    ['view', 'a reading key of its account', reader(1)],
    ['view', 'a share link to it', viewer(1, SITE.id)],
    ['record', 'a key that collects for it', collector(1, SITE.id)],
  ] as const)('to %s is granted to %s', (purpose, _, who) => {
    expect(grantAccess(who, SITE, purpose)).toBe(SITE);
  });

  it.each([
    ['read', 'a reading key of another account', reader(2)],
    ['read', 'a key that collects for it', collector(1, SITE.id)],
    ['view', 'a key that collects for it', collector(1, SITE.id)],
    ['view', 'a share link to another site of its account', viewer(1, 'site_b')],
    ['record', 'a reading key of its account', reader(1)],
    ['record', 'a key that collects for another site of its account', collector(1, 'site_b')],
    ['record', 'a key of another account that names it', collector(2, SITE.id)],
  ] as const)('to %s is refused to %s', (purpose, _, who) => {
    expect(() => grantAccess(who, SITE, purpose)).toThrow(
      expect.objectContaining({ code: 'SITE_NOT_FOUND' }),
    );
  });

  it.each(['read', 'record'] as const)('to %s is refused to a share link, whatever the site', (purpose) => {
    for (const site of [SITE, { ...SITE, id: 'site_b' }, undefined])
      expect(() => grantAccess(viewer(1, SITE.id), site, purpose)).toThrow(
        expect.objectContaining({ code: 'NOT_SHARED' }),
      );
  });

  it.each([
    ['read', reader(2)],
    ['record', collector(2, 'site_b')],
    ['record', reader(2)],
  ] as const)('to %s is refused in the same words when there is no such site', (purpose, who) => {
    const refusals = [undefined, SITE].map((site) => {
      try {
        return grantAccess(who, site, purpose);
      } catch (error) {
        return error;
      }
    });
    expect(refusals[0]).toEqual(refusals[1]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/context.ts';
import { grantAccess } from '../../src/operations/access.ts';

const SITE = { id: 'site_a', accountId: 1, domain: 'a.example', name: 'A', createdAtMs: 0 };

function caller(accountId: number, collectSiteId: string | null): Caller {
  return { accountId, keyId: 1, plan: 'pro', collectSiteId };
}

describe('access to a site', () => {
  it.each([
    ['read', 'a reading key of its account', caller(1, null)],
    ['record', 'a key that collects for it', caller(1, SITE.id)],
  ] as const)('to %s is granted to %s', (purpose, _, who) => {
    expect(grantAccess(who, SITE, purpose)).toBe(SITE);
  });

  it.each([
    ['read', 'a reading key of another account', caller(2, null)],
    ['read', 'a key that collects for it', caller(1, SITE.id)],
    ['record', 'a reading key of its account', caller(1, null)],
    ['record', 'a key that collects for another site of its account', caller(1, 'site_b')],
    ['record', 'a key of another account that names it', caller(2, SITE.id)],
  ] as const)('to %s is refused to %s', (purpose, _, who) => {
    expect(() => grantAccess(who, SITE, purpose)).toThrow(
      expect.objectContaining({ code: 'SITE_NOT_FOUND' }),
    );
  });

  it('is refused in the same words when there is no such site', () => {
    const refusals = [undefined, SITE].map((site) => {
      try {
        return grantAccess(caller(2, null), site, 'read');
      } catch (error) {
        return error;
      }
    });
    expect(refusals[0]).toEqual(refusals[1]);
  });
});

import { expect, it } from 'vitest';
import { PASSWORD_RULE } from '../../src/dashboard/parts/password-rule.ts';
import { parsePassword } from '../../src/domain/password.ts';
import { REFUSALS } from '../../src/domain/refusal.ts';

it.each(['x'.repeat(10), '🔑'.repeat(10), '🔑'.repeat(1_000)])('a password may be %s', (password) => {
  expect(parsePassword(password)).toBe(password);
});

it.each(['', 'x'.repeat(9), '🔑'.repeat(9), 'x'.repeat(1_001)])('a password must not be "%s"', (password) => {
  expect(() => parsePassword(password)).toThrow(REFUSALS.INVALID_PASSWORD[1]);
});

it('the rule beneath the fields for a new one is that of the refusal', () => {
  expect(REFUSALS.INVALID_PASSWORD[1]).toContain(PASSWORD_RULE);
});

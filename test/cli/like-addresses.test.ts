import { expect, it } from 'vitest';
import { likeAddressesLines } from '../../src/cli/like-addresses.ts';

const account = (id: number, email: string) => ({ id, email, plan: 'free' as const, createdAtMs: 0 });

it('accounts of like addresses are listed as a shell reads them, with what to do', () => {
  const lines = likeAddressesLines({
    twins: [[account(3, 'e\u0301@x.org'), account(9, '\u00E9@x.org')]],
    alike: [[account(1, "k'im@x.org"), account(2, '\u212A\u202Eim@x.org')]],
    capitals: [account(4, '\u00C9@x.org')],
  });

  expect(lines).toEqual([
    "one address has several accounts: account 3, $'e\\U00000301@x.org'; account 9, $'\\U000000E9@x.org'. " +
      'Each is found by its own spelling, and account 3 by all others. See which one has the sites ' +
      '("site list --account EMAIL"); delete the other ("account delete EMAIL") once nobody needs it.',
    "accounts have addresses that look alike: account 1, $'k\\'im@x.org'; account 2, $'\\U0000212A\\U0000202Eim@x.org'. " +
      'They are different addresses, and each names its own account only. Delete those that were made by mistake ("account delete EMAIL").',
    "an address has letters that some databases change in lower case: account 4, $'\\U000000C9@x.org'. Its owner signs in with these letters " +
      'as they are written here; others that look alike are another address.',
  ]);
});

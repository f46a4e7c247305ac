import type { Account } from '../operations/owner/accounts.ts';
import type { LikeAddresses } from '../operations/owner/like-addresses.ts';

/** What programs get: the addresses of each finding. */
export function likeAddressesValue({ twins, alike, capitals }: LikeAddresses) {
  return {
    twins: twins.map((accounts) => accounts.map(accountValue)),
    alike: alike.map((accounts) => accounts.map(accountValue)),
    capitals: capitals.map(accountValue),
  };
}

/** What people read: a line for each finding, with what to do about it. */
export function likeAddressesLines({ twins, alike, capitals }: LikeAddresses): readonly string[] {
  return [
    ...twins.map(
      (accounts) =>
        `one address has several accounts: ${list(accounts)}. Each is found by its own spelling, and account ${String(accounts[0]?.id)} by all others. See which one has the sites ("site list --account EMAIL"); delete the other ("account delete EMAIL") once nobody needs it.`,
    ),
    ...alike.map(
      (accounts) =>
        `accounts have addresses that look alike: ${list(accounts)}. They are different addresses, and each names its own account only. Delete those that were made by mistake ("account delete EMAIL").`,
    ),
    ...capitals.map(
      (account) =>
        `an address has letters that some databases change in lower case: ${list([account])}. Its owner signs in with these letters as they are written here; others that look alike are another address.`,
    ),
  ];
}

function accountValue({ id, email }: Account) {
  return { id, email };
}

function list(accounts: readonly Account[]): string {
  return accounts.map(({ id, email }) => `account ${id}, ${spelled(email)}`).join('; ');
}

/** As bash reads it: letters that look alike are told apart, and the text can be copied into a command. */
function spelled(email: string): string {
  const letters = Array.from(email, (letter) => {
    if (letter === "'" || letter === '\\') return `\\${letter}`;
    const code = letter.codePointAt(0) ?? 0;
    return code > 0x7e ? `\\U${code.toString(16).toUpperCase().padStart(8, '0')}` : letter;
  });
  return `$'${letters.join('')}'`;
}

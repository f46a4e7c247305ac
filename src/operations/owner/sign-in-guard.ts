import { canonicalEmail } from '../../domain/email.ts';
import { customerOf } from '../../domain/network.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type Counted, attemptWithin } from '../../limits/attempt-within.ts';
import type { Limits } from '../../limits/limits.ts';

/**
 * Wrong sign-ins in any 60 seconds of one address: to one account, and to all of them and by links; and of all the
 * addresses that one customer of a provider usually has, which are 256 of ours in IPv6.
 */
const MAX_FAILURES_OF_ACCOUNT = 10;
const MAX_FAILURES = 30;
const MAX_FAILURES_OF_CUSTOMER = 60;

/**
 * Slows down those who guess passwords. Failures are counted by address, by address and account, and by the wider
 * network of the address, never by account alone: otherwise anybody could lock an owner out. Whether an account exists
 * makes no difference.
 */
export type SignInGuard = {
  /** Throws RATE_LIMITED after too many failures. Clients whose address is unknown count as one. */
  attempt<Result>(
    from: { readonly client: string | undefined; readonly email?: string },
    make: () => Promise<Result | undefined>,
  ): Promise<Result | undefined>;
};

export function createSignInGuard({ failureLimit }: Limits): SignInGuard {
  const byCustomer = failureLimit('sign-ins of a network', MAX_FAILURES_OF_CUSTOMER);
  const byAddress = failureLimit('sign-ins', MAX_FAILURES);
  const byAccount = failureLimit('sign-ins to an account', MAX_FAILURES_OF_ACCOUNT);
  return {
    async attempt({ client = 'unknown', email }, make) {
      const customer = customerOf(client);
      const counted: Counted[] = customer === client ? [] : [[byCustomer, customer]];
      counted.push([byAddress, client]);
      if (email !== undefined) counted.push([byAccount, `${client} ${canonicalEmail(email)}`]);
      const made = await attemptWithin(counted, make, isNothing);
      if ('result' in made) return made.result;
      throw tooManyFailures(made.retryAfterSeconds);
    },
  };
}

function isNothing(result: unknown): boolean {
  return result === undefined;
}

function tooManyFailures(retryAfterSeconds: number): Refusal {
  return new Refusal('RATE_LIMITED', {
    message: `Too many failed sign-ins from your address. Wait ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  });
}

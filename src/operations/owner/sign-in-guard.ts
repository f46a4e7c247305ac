import { Refusal } from '../../domain/refusal.ts';
import type { Limits } from '../../limits/limits.ts';

/** Wrong sign-ins of one address in any 60 seconds: to one account, and to all of them and by links. */
const MAX_FAILURES_OF_ACCOUNT = 10;
const MAX_FAILURES = 30;

/**
 * Slows down those who guess passwords. Failures are counted by address, and by address and account, never by account
 * alone: otherwise anybody could lock an owner out. Whether an account exists makes no difference.
 */
export type SignInGuard = {
  /** Throws RATE_LIMITED after too many failures. Clients whose address is unknown count as one. */
  attempt<Result>(
    from: { readonly client: string | undefined; readonly email?: string },
    make: () => Promise<Result | undefined>,
  ): Promise<Result | undefined>;
};

export function createSignInGuard({ failureLimit }: Limits): SignInGuard {
  const byAddress = failureLimit('sign-ins', MAX_FAILURES);
  const byAccount = failureLimit('sign-ins to an account', MAX_FAILURES_OF_ACCOUNT);
  return {
    async attempt({ client = 'unknown', email }, make) {
      const once = async () =>
        email === undefined
          ? { result: await make() }
          : byAccount.attempt(`${client} ${email.toLowerCase()}`, make, isNothing);
      const attempted = await byAddress.attempt(
        client,
        once,
        (made) => 'result' in made && isNothing(made.result),
      );
      const made = 'result' in attempted ? attempted.result : attempted;
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

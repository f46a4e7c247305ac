import { type IdentityProvider, ProviderProblem, deriveChecks } from '../../domain/identity.ts';
import { Refusal } from '../../domain/refusal.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type SignInAccount, findSignInAccount } from '../../queries/accounts.ts';
import { findLinkedAccount, linkIdentity } from '../../queries/identities.ts';
import { audit } from './audit.ts';
import { type Browser, type NewSession, type SignInParts, startSession } from './sign-in.ts';

/** Why a sign-in at a provider starts no session. */
export type ProviderFailure =
  /** This browser did not begin it, or too long ago, or it began another one since. */
  | 'expired'
  /** The provider says no. */
  | 'refused'
  | 'unavailable'
  /** The provider does not say that the e-mail address is verified, which the first sign-in of an account needs. */
  | 'unverified'
  /** No account has the verified address. */
  | 'unknown'
  /** The account is linked to another person at the provider. */
  | 'taken'
  | 'limited';

type Returned = {
  /** Where the provider has sent the browser, with its answer. */
  readonly url: URL;
  /** The secret with which this browser began; undefined without one. */
  readonly secret: string | undefined;
};

type Given = {
  readonly returned: Returned;
  readonly browser: Browser;
  readonly nowMs: number;
  /** Receives what goes wrong at the provider. */
  readonly onProblem: (problem: ProviderProblem) => void;
};

type ProviderParts = SignInParts & { readonly provider: IdentityProvider };

type Outcome = NewSession | ProviderFailure;

/**
 * Starts a session for the owner whom a provider has signed in. An account is bound to the issuer and the subject, which
 * stay; its first sign-in needs a verified e-mail address, which may change. No account is created.
 */
export async function signInByProvider(parts: ProviderParts, given: Given): Promise<Outcome> {
  const { returned, browser } = given;
  const { secret, url } = returned;
  // Not counted as a failure, because any page can make browsers send this.
  if (secret === undefined || url.searchParams.get('state') !== deriveChecks(secret).state) return 'expired';
  let outcome: Outcome = 'limited';
  try {
    await parts.guard.attempt({ client: browser.client }, async () => {
      outcome = await finish(parts, secret, given);
      return isSession(outcome) || outcome === 'unavailable' ? outcome : undefined;
    });
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'RATE_LIMITED')) throw error;
  }
  return outcome;
}

export function isSession(outcome: Outcome): outcome is NewSession {
  return typeof outcome !== 'string';
}

async function finish(parts: ProviderParts, secret: string, given: Given): Promise<Outcome> {
  const { db, provider } = parts;
  try {
    const identity = await provider.finish(deriveChecks(secret), given.returned.url);
    const linked = await findLinkedAccount(db, identity);
    if (linked !== undefined) return await enter(parts, linked, given);
    const email = await identity.verifiedEmail();
    if (email === undefined) return 'unverified';
    const account = await findSignInAccount(db, email);
    if (account === undefined) return 'unknown';
    return await inTransaction(db, async (tx) => {
      if (!(await linkIdentity(tx, identity, account.id, given.nowMs))) return 'taken';
      const by = account.email;
      await audit({ db: tx, nowMs: given.nowMs, by }, account.id, 'identity.link', identity.issuer);
      return startSession(tx, parts, { ...given, account });
    });
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    given.onProblem(error);
    return error.kind;
  }
}

function enter(
  parts: ProviderParts,
  account: Pick<SignInAccount, 'id' | 'email'>,
  given: Given,
): Promise<NewSession> {
  return inTransaction(parts.db, (tx) => startSession(tx, parts, { ...given, account }));
}

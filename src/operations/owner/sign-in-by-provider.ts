import {
  type Identity,
  type IdentityProvider,
  ProviderProblem,
  deriveChecks,
} from '../../domain/identity.ts';
import { Refusal } from '../../domain/refusal.ts';
import { findAccount } from '../../queries/accounts.ts';
import { findLinkedAccount, findLinkedSubject, linkIdentity } from '../../queries/identities.ts';
import { type NamedAccount, inEvenDeleted } from './in-account.ts';
import { type Browser, type NewSession, type SignInParts, bySignIn, startSession } from './sign-in.ts';

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

type ProviderSignIn = NewSession | ProviderFailure;

/**
 * Starts a session for the owner whom a provider has signed in. An account is bound to the issuer and the subject, which
 * stay; its first sign-in needs a verified e-mail address, which may change. No account is created.
 */
export async function signInByProvider(parts: ProviderParts, given: Given): Promise<ProviderSignIn> {
  const { returned, browser } = given;
  const { secret, url } = returned;
  // Not counted as a failure, because any page can make browsers send this.
  if (secret === undefined || url.searchParams.get('state') !== deriveChecks(secret).state) return 'expired';
  let outcome: ProviderSignIn = 'limited';
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

export function isSession(outcome: ProviderSignIn): outcome is NewSession {
  return typeof outcome !== 'string';
}

async function finish(parts: ProviderParts, secret: string, given: Given): Promise<ProviderSignIn> {
  const { db, provider } = parts;
  try {
    const identity = await provider.finish(deriveChecks(secret), given.returned.url);
    const linked = await findLinkedAccount(db, identity);
    const session = linked && (await enter(parts, linked, { ...given, identity }));
    if (session !== undefined) return session;
    const email = await identity.verifiedEmail();
    if (email === undefined) return 'unverified';
    const account = await findAccount(db, email);
    return account === undefined ? 'unknown' : await link(parts, account, { ...given, identity });
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    given.onProblem(error);
    return error.kind;
  }
}

type Proven = Given & { readonly identity: Identity };

/** Starts a session for the owner of a linked account; undefined if it was unlinked or deleted meanwhile. */
function enter(parts: ProviderParts, linked: NamedAccount, given: Proven): Promise<NewSession | undefined> {
  return inEvenDeleted(bySignIn(parts, linked, given.nowMs), linked.id, async (tx) => {
    const account = await findLinkedAccount(tx, given.identity);
    if (account?.id !== linked.id) return { result: undefined, lines: [] };
    return startSession(tx, parts, { ...given, account });
  });
}

/** Links an account, unless that was done meanwhile, and starts a session. */
function link(parts: ProviderParts, named: NamedAccount, given: Proven): Promise<ProviderSignIn> {
  const { identity, nowMs } = given;
  return inEvenDeleted<ProviderSignIn>(bySignIn(parts, named, nowMs), named.id, async (tx, account) => {
    if (account === undefined) return { result: 'unknown', lines: [] };
    const subject = await findLinkedSubject(tx, account.id, identity.issuer);
    if (subject !== undefined && subject !== identity.subject) return { result: 'taken', lines: [] };
    const started = await startSession(tx, parts, { ...given, account });
    if (subject !== undefined) return started;
    await linkIdentity(tx, identity, account.id, nowMs);
    const { result, lines } = started;
    return { result, lines: [{ action: 'identity.link', detail: identity.issuer }, ...lines] };
  });
}

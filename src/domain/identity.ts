import { hash } from 'node:crypto';

/** Who somebody is at a provider of identities. The subject is never given to another person, unlike an address. */
export type Identity = { readonly issuer: string; readonly subject: string };

/** What a provider has proved. */
export type ProvenIdentity = Identity & {
  /** The e-mail address, if the provider says that it is verified. Throws ProviderProblem. */
  readonly verifiedEmail: () => Promise<string | undefined>;
};

/** A provider of identities, where people sign in (OpenID Connect). */
export type IdentityProvider = {
  /** The page of the provider to which a sign-in leads, and from which the browser returns. Throws ProviderProblem. */
  begin(checks: FlowChecks, returnUrl: string): Promise<URL>;
  /** The person who signed in, from the URL to which the provider sent the browser back. Throws ProviderProblem. */
  finish(checks: FlowChecks, returned: URL): Promise<ProvenIdentity>;
};

/** What ties the end of a sign-in at a provider to its beginning in the same browser. */
export type FlowChecks = { readonly state: string; readonly nonce: string; readonly codeVerifier: string };

/** All are derived from one secret, which only the browser keeps: so the sign-in may end at another process. */
export function deriveChecks(secret: string): FlowChecks {
  const derive = (what: string) => hash('sha256', `${what} ${secret}`, 'base64url');
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}

/** Why a provider proves nothing: it says no, its answer is not valid, or it does not answer. */
export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem';
  readonly kind: 'refused' | 'unavailable';

  /** The reason is for the log; it contains no secret. */
  constructor(kind: 'refused' | 'unavailable', reason: string) {
    super(reason);
    this.kind = kind;
  }
}

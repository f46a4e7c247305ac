import * as openid from 'openid-client';
import { type IdentityProvider, ProviderProblem } from '../domain/identity.ts';
import { quote } from '../domain/refusal.ts';

export type OpenidSettings = {
  /** The address of the provider, under which it describes itself. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

/** For each answer of the provider; a sign-in needs up to four. */
const TIMEOUT_SECONDS = 5;

/** How long the provider's description of itself is kept. */
const KEEP_MS = 3_600_000;

/** What OpenID Connect allows as a subject: at most 255 characters of ASCII. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** An OpenID Connect provider. It is contacted when somebody signs in, and not before. */
export function createOpenidProvider(settings: OpenidSettings, now: () => number): IdentityProvider {
  const discover = createDiscovery(settings, now);
  return {
    async begin({ state, nonce, codeVerifier }, returnUrl) {
      const provider = await discover();
      return openid.buildAuthorizationUrl(provider, {
        redirect_uri: returnUrl,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },
    async finish({ state, nonce, codeVerifier }, returned) {
      const provider = await discover();
      const expected = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
      const tokens = await proving(openid.authorizationCodeGrant(provider, returned, expected));
      const claims = tokens.claims();
      if (claims === undefined || !SUBJECT.test(claims.sub))
        throw new ProviderProblem('refused', 'the ID token has no usable subject');
      return {
        issuer: claims.iss,
        subject: claims.sub,
        async verifiedEmail() {
          if (claims['email'] !== undefined) return verifiedEmailIn(claims);
          return verifiedEmailIn(
            await proving(openid.fetchUserInfo(provider, tokens.access_token, claims.sub)),
          );
        },
      };
    },
  };
}

/** Shares one description of the provider among sign-ins. One that cannot be had is requested again by the next. */
function createDiscovery({ issuer, clientId, clientSecret }: OpenidSettings, now: () => number) {
  let known: { readonly provider: Promise<openid.Configuration>; readonly untilMs: number } | undefined;
  const url = new URL(issuer);
  const execute = [openid.enableNonRepudiationChecks];
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- a warning only; the setting allows http on this machine
  if (url.protocol === 'http:') execute.push(openid.allowInsecureRequests);
  return async () => {
    if (known === undefined || known.untilMs <= now()) {
      const options = { execute, timeout: TIMEOUT_SECONDS };
      const provider = openid.discovery(url, clientId, undefined, authenticateBy(clientSecret), options);
      known = { provider, untilMs: now() + KEEP_MS };
    }
    const { provider } = known;
    return proving(provider, () => 'unavailable').catch((problem: unknown) => {
      if (known?.provider === provider) known = undefined;
      throw problem;
    });
  };
}

/** Every provider has `client_secret_basic` unless it says otherwise (OpenID Connect Discovery, 3). */
function authenticateBy(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (provider, ...rest) => {
    const methods = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(provider, ...rest);
  };
}

function verifiedEmailIn(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { email, email_verified: isVerified } = claims;
  return isVerified === true && typeof email === 'string' && !email.includes('\0') ? email : undefined;
}

/** Rejects with a ProviderProblem in place of an error of the library, which can contain tokens. */
async function proving<Result>(answer: Promise<Result>, kindOf = problemKind): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    throw new ProviderProblem(kindOf(error), reasonsOf(error).join(': '));
  }
}

/** Errors by which the provider says that it cannot answer now (RFC 6749, 4.1.2.1). */
const NOT_NOW = ['server_error', 'temporarily_unavailable'];

/** Without an answer, or with one that is not of OpenID Connect, such as the error page of a proxy. */
const UNANSWERED = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
];

function problemKind(error: unknown): ProviderProblem['kind'] {
  return isUnanswered(error) ? 'unavailable' : 'refused';
}

function isUnanswered(error: unknown): boolean {
  if (error instanceof openid.AuthorizationResponseError) return NOT_NOW.includes(error.error);
  if (error instanceof openid.ResponseBodyError) return error.status >= 500;
  if (error instanceof openid.ClientError) return UNANSWERED.includes(error.code ?? '');
  return !(error instanceof openid.WWWAuthenticateChallengeError);
}

/** The messages of the library are fixed texts; of what caused an error, only codes are safe to log. */
function reasonsOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const answered = 'error' in error ? [quote(error.error)] : [];
  return [error.message, ...answered, ...codesOf(error.cause)];
}

function codesOf(cause: unknown): readonly string[] {
  if (!(cause instanceof Error)) return [];
  return 'code' in cause ? [String(cause.code)] : codesOf(cause.cause);
}

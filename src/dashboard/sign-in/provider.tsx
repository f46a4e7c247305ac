import { Note } from '../parts/note.tsx';
import { targetOf } from './sign-in-path.ts';

/** What people call the provider where they may sign in instead; undefined if this server has none. */
function providerName(): string | undefined {
  return document.querySelector('meta[name="sign-in-with"]')?.getAttribute('content') ?? undefined;
}

/** Leads to the provider, and from there back to the page that is to be shown. */
export function ProviderLink({ query }: { readonly query: URLSearchParams }) {
  const name = providerName();
  if (name === undefined) return null;
  return (
    <a class="btn" href={`/session/oidc?to=${encodeURIComponent(targetOf(query))}`} target="_top">
      Sign in with {name}
    </a>
  );
}

/** Why the sign-in at the provider failed, as the server says in the URL. */
export function ProviderFailureNote({ query }: { readonly query: URLSearchParams }) {
  const [name, failed] = [providerName(), query.get('failed')];
  if (name === undefined || failed === null) return null;
  const [fact, next] = wordsOf(failed, name) ?? [`Signing in with ${name} failed.`, 'Try again.'];
  return <Note fact={fact} next={next} />;
}

function wordsOf(failed: string, name: string): readonly [fact: string, next: string] | undefined {
  switch (failed) {
    case 'expired':
      return ['The sign-in took too long, or began in another window.', 'Start again here.'];
    case 'refused':
      return [`${name} did not sign you in.`, 'Try again, or use your password.'];
    case 'unavailable':
      return [`${name} does not respond.`, 'Try again in a moment, or use your password.'];
    case 'unverified':
      return [`${name} has not verified your e-mail address.`, 'Verify it there, or use your password.'];
    case 'unknown':
      return ['No account has your e-mail address.', 'Ask your administrator for one.'];
    case 'taken':
      return [`The account belongs to someone else at ${name}.`, 'Ask your administrator to unlink it.'];
    case 'limited':
      return ['Too many tries.', 'Wait a minute, then try again.'];
    default:
      return undefined;
  }
}

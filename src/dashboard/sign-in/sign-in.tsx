import { useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import { Brand } from '../parts/brand.tsx';
import { Note } from '../parts/note.tsx';
import { Flow } from './flow.tsx';
import { ProviderFailureNote, ProviderLink } from './provider.tsx';
import { type SignInOutcome, type SignInRequest, openSession, targetOf } from './session.ts';

type Failure = Exclude<SignInOutcome, 'signed-in'>;

/** Signs in with e-mail and password, or with the one-time link of an invitation. */
export function SignInScreen() {
  const query = new URLSearchParams(useLocation().query);
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token'));
  useEffect(() => {
    document.title = 'Sign in · Site Traffic';
    // A one-time link has no place in the history.
    if (token !== null) history.replaceState(null, '', location.pathname + location.search);
  }, []);
  const enter = async (request: SignInRequest) => {
    const outcome = await openSession(request);
    // a new page, so that nothing read without the session remains
    if (outcome === 'signed-in') location.replace(targetOf(query));
    return outcome;
  };
  return (
    <div class="signin">
      <main id="main">
        <Brand />
        {token === null ? (
          <PasswordForm enter={enter} query={query} />
        ) : (
          <LinkForm token={token} enter={enter} />
        )}
        <footer>
          <span>Everything stays on this server</span>
          <a href="/docs" target="_top">
            API reference
          </a>
          <a href="/graphql" target="_top">
            GraphQL API
          </a>
        </footer>
      </main>
      <Flow />
    </div>
  );
}

type Enter = (request: SignInRequest) => Promise<SignInOutcome>;

function PasswordForm({ enter, query }: { readonly enter: Enter; readonly query: URLSearchParams }) {
  const { failure, busy, submit } = useSubmit(enter);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    void submit({ email: textOf(form, 'email'), password: textOf(form, 'password') });
  };
  return (
    <form onSubmit={onSubmit}>
      <div>
        <h1>Sign in</h1>
        <p class="sub">See which AI bots read your site, and how many visitors they send.</p>
      </div>
      {failure ? (
        <FailureNote
          failure={failure}
          wrong="That did not match."
          next="Check the e-mail address and the password."
        />
      ) : (
        <ProviderFailureNote query={query} />
      )}
      <label class="field">
        <span>E-mail</span>
        <input class="input" type="email" name="email" autocomplete="username" required />
      </label>
      <label class="field">
        <span>Password</span>
        <input
          class="input"
          type="password"
          name="password"
          autocomplete="current-password"
          aria-invalid={failure === 'wrong'}
          required
        />
      </label>
      <button class="btn primary" aria-disabled={busy}>
        {busy ? 'Signing in…' : 'Sign in'}
      </button>
      <ProviderLink query={query} />
      <p class="hint">No account yet, or forgot your password? Ask your administrator for a sign-in link.</p>
    </form>
  );
}

/** A link signs in at once, or else it lets its owner choose a password. */
function LinkForm({ token, enter }: { readonly token: string; readonly enter: Enter }) {
  const [refusal, setRefusal] = useState<Failure>();
  const { failure, busy, submit } = useSubmit(enter);
  useEffect(() => {
    void enter({ token }).then((outcome) => outcome !== 'signed-in' && setRefusal(outcome));
  }, []);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    void submit({ token, password: textOf(form, 'password') });
  };
  if (refusal === undefined) {
    return (
      <form>
        <div>
          <h1>Sign in</h1>
          <p class="sub" role="status">
            Checking the link…
          </p>
        </div>
      </form>
    );
  }
  if (refusal === 'link-invalid') return <InvalidLink />;
  return (
    <form onSubmit={onSubmit}>
      <div>
        <h1>Choose a password</h1>
        <p class="sub">From then on you sign in with it. The link works once.</p>
      </div>
      {failure && (
        <FailureNote
          failure={failure}
          wrong="The link or the password was refused."
          next="A link works once and for 24 hours. Choose a longer password, or ask for a new link."
        />
      )}
      <label class="field">
        <span>New password</span>
        <input class="input" type="password" name="password" autocomplete="new-password" required />
      </label>
      <button class="btn primary" aria-disabled={busy}>
        {busy ? 'Saving…' : 'Save and sign in'}
      </button>
    </form>
  );
}

function InvalidLink() {
  return (
    <form>
      <h1>Sign in</h1>
      <FailureNote failure="link-invalid" wrong="" next="" />
      <a class="btn" href="/sign-in" target="_top">
        Sign in with a password
      </a>
      <p class="hint">Or ask your administrator for a new link.</p>
    </form>
  );
}

function useSubmit(enter: Enter) {
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const submit = async (request: SignInRequest) => {
    if (busy) return;
    setBusy(true);
    const outcome = await enter(request);
    setBusy(false);
    setFailure(outcome === 'signed-in' ? undefined : outcome);
  };
  return { failure, busy, submit };
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

type FailureProps = { readonly failure: Failure; readonly wrong: string; readonly next: string };

function FailureNote({ failure, wrong, next }: FailureProps) {
  switch (failure) {
    case 'wrong':
      return <Note fact={wrong} next={next} />;
    case 'link-invalid':
      return (
        <Note
          fact="The link is not valid."
          next="It was used, is too old, or became void: by a newer one, a new password or the end of all sessions."
        />
      );
    case 'throttled':
      return <Note fact="Too many tries." next="Wait a minute, then try again." />;
    case 'unreachable':
      return <Note fact="The server does not respond." next="Try again in a moment." />;
  }
}

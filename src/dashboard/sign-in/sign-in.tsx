import { useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import type { Refused } from '../answers/refusal.ts';
import { Brand } from '../parts/brand.tsx';
import { Note } from '../parts/note.tsx';
import { PASSWORD_RULE } from '../parts/password-rule.ts';
import { Flow } from './flow.tsx';
import { ProviderFailureNote, ProviderLink } from './provider.tsx';
import {
  type LinkOutcome,
  type SignInFailure,
  type SignInOutcome,
  type SignInRequest,
  openLink,
  openSession,
} from './session.ts';
import { targetOf } from './sign-in-path.ts';

/** Signs in with e-mail and password, or with the one-time link of an invitation. */
export function SignInScreen() {
  const query = new URLSearchParams(useLocation().query);
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token'));
  useEffect(() => {
    document.title = 'Sign in · Site Traffic';
    // A one-time link has no place in the history.
    if (token !== null) history.replaceState(null, '', location.pathname + location.search);
  }, []);
  const leave = <Outcome,>(outcome: Outcome | 'signed-in') => {
    // a new page, so that nothing read without the session remains
    if (outcome === 'signed-in') location.replace(targetOf(query));
    return outcome;
  };
  const enter = async (request: SignInRequest) => leave(await openSession(request));
  return (
    <div class="signin">
      <main id="main">
        <Brand />
        {token === null ? (
          <PasswordForm enter={enter} query={query} />
        ) : (
          <LinkForm token={token} enter={enter} open={async () => leave(await openLink(token))} />
        )}
        <footer>
          <span>Everything stays on this server</span>
          <a href="/docs" target="_top">
            Documentation
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
      {failure ? <FailureNote failure={failure} /> : <ProviderFailureNote query={query} />}
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
          aria-invalid={isRefused(failure, WRONG)}
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

type LinkFormProps = {
  readonly token: string;
  readonly enter: Enter;
  /** Signs in with the link, unless it asks for a new password. */
  readonly open: () => Promise<LinkOutcome>;
};

/** A link signs in at once, or else it lets its owner choose a password. */
function LinkForm({ token, enter, open }: LinkFormProps) {
  const [outcome, setOutcome] = useState<LinkOutcome>();
  const [isChecking, setChecking] = useState(false);
  const { failure, busy, submit } = useSubmit(enter);
  const check = async () => {
    setChecking(true);
    setOutcome(await open());
    setChecking(false);
  };
  useEffect(() => void check(), []);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    void submit({ token, password: textOf(form, 'password') });
  };
  if (outcome === undefined || outcome === 'signed-in') {
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
  if (isRefused(outcome, LINK_INVALID)) return <LinkProblem failure={outcome} />;
  if (outcome !== 'new-password')
    return <LinkProblem failure={outcome} again={() => void check()} isBusy={isChecking} />;
  return (
    <form onSubmit={onSubmit}>
      <div>
        <h1>Choose a password</h1>
        <p class="sub">From then on you sign in with it. The link works once.</p>
      </div>
      {failure && <FailureNote failure={failure} />}
      <NewPasswordField isRefused={isRefused(failure, 'INVALID_PASSWORD')} />
      <button class="btn primary" aria-disabled={busy}>
        {busy ? 'Saving…' : 'Save and sign in'}
      </button>
    </form>
  );
}

function NewPasswordField({ isRefused }: { readonly isRefused: boolean }) {
  return (
    <div class="field">
      <label for="new-password">New password</label>
      <input
        class="input"
        type="password"
        name="password"
        id="new-password"
        autocomplete="new-password"
        aria-invalid={isRefused}
        aria-describedby="password-rule"
        required
      />
      <small id="password-rule">{PASSWORD_RULE}</small>
    </div>
  );
}

type LinkProblemProps = {
  readonly failure: SignInFailure;
  /** Tries the link once more; missing if that is no use. */
  readonly again?: () => void;
  readonly isBusy?: boolean;
};

function LinkProblem({ failure, again, isBusy }: LinkProblemProps) {
  return (
    <form>
      <h1>Sign in</h1>
      <FailureNote failure={failure} />
      {again && (
        <button type="button" class="btn primary" aria-disabled={isBusy} onClick={again}>
          Try again
        </button>
      )}
      <a class="btn" href="/sign-in" target="_top">
        Sign in with a password
      </a>
      <p class="hint">Or ask your administrator for a new link.</p>
    </form>
  );
}

function useSubmit(enter: Enter) {
  const [failure, setFailure] = useState<SignInFailure>();
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

const WRONG = 'SIGN_IN_FAILED';
const LINK_INVALID = 'INVITATION_INVALID';

function isRefused<Outcome>(outcome: Outcome, code: string): outcome is Outcome & Refused {
  return (Object(outcome) as Partial<Refused>).code === code;
}

/** Why the server refused, in its own words; of a wrong password, what to do about it. */
function FailureNote({ failure }: { readonly failure: SignInFailure }) {
  if (failure === 'unreachable')
    return <Note fact="The server does not respond." next="Try again in a moment." />;
  const { code, message } = failure;
  switch (code) {
    case WRONG:
      return <Note fact="That did not match." next="Check the e-mail address and the password." />;
    case LINK_INVALID:
      return <Note fact="The link is not valid." next={message} />;
    default:
      return <Note fact={message} next={`Code ${code}.`} />;
  }
}

import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import type { Problem } from '../answers/problem.ts';
import { signInPath } from './sign-in-path.ts';

/** Without a session there is nothing to show: leads to the sign-in, which comes back here. */
export function useSignInFirst(read: object | undefined, problem: Problem | undefined): void {
  const isSignedOut = read === undefined && problem?.kind === 'signed-out';
  const { route } = useLocation();
  useEffect(() => {
    if (isSignedOut) route(signInPath(location), true);
  }, [isSignedOut]);
}

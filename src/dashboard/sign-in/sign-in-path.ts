type Place = { readonly pathname: string; readonly search: string };

/** Where one signs in, and comes back from to a place. */
export function signInPath({ pathname, search }: Place): string {
  const here = pathname + search;
  return here === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(here)}`;
}

/** A page of ours to come back to; anything else leads to the start. */
export function targetOf(query: URLSearchParams): string {
  const to = query.get('to') ?? '/';
  return /^\/(?:\?|(?:sites|alerts|settings)(?:[/?]|$))/.test(to) ? to : '/';
}

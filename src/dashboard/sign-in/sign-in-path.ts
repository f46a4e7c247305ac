/** Where one signs in, and comes back from to a place. */
export function signInPath({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const here = pathname + search;
  return here === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(here)}`;
}

const LONGEST = 1_000;

/** The beginnings of the pages to which a sign-in may lead. */
const PAGES = /^\/(?:\?|(?:sites|alerts|settings)(?:[/?]|$))/;

/** The URL of our own page at the path that was given; that of the start for anything else, such as another host. */
export function returnUrl(path: string | null, base: string): URL {
  const start = new URL('/', base);
  if (path === null || path.length > LONGEST || !PAGES.test(path) || !URL.canParse(path, base)) return start;
  const url = new URL(path, base);
  return url.origin === start.origin && PAGES.test(url.pathname + url.search) ? url : start;
}

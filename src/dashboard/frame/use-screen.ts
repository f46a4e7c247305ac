import { useLocation } from 'preact-iso';

/** Where the reader is: the path, the search with its question mark, and a function that leads elsewhere. */
export function useScreen() {
  const { url, path, route } = useLocation();
  const { search } = new URL(url, location.origin);
  return { path, search, route };
}

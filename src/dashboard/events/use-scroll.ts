import { useEffect, useState } from 'preact/hooks';

/** So near to the top, a new row moves nothing that the reader looks at. */
const TOP_PX = 4;
const AFTER_MS = 1_000;

export type Scroll = { readonly isAtTop: boolean; readonly isScrolling: boolean };

/** Where the reader is, and whether they are on the way to another place. */
export function useScroll(): Scroll {
  const [isAtTop, setAtTop] = useState(scrollY < TOP_PX);
  const [isScrolling, setScrolling] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      setAtTop(scrollY < TOP_PX);
      setScrolling(true);
      clearTimeout(timer);
      timer = setTimeout(() => setScrolling(false), AFTER_MS);
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      removeEventListener('scroll', onScroll);
      clearTimeout(timer);
    };
  }, []);
  return { isAtTop, isScrolling };
}

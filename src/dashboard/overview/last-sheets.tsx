import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { LastProps } from './rules-and-reach.tsx';

/** What stands at the end of an overview. Its script loads once the rest is there. */
export function LastSheets(props: LastProps) {
  const [Loaded, setLoaded] = useState<ComponentType<LastProps>>();
  useEffect(() => {
    const show = ({ RulesAndReach }: typeof import('./rules-and-reach.tsx')) =>
      setLoaded(() => RulesAndReach);
    // after an upgrade it is gone: the page says then that it is older than the server
    import('./rules-and-reach.tsx').then(show, () => undefined);
  }, []);
  return Loaded ? <Loaded {...props} /> : null;
}

import { useLoaded } from '../parts/use-loaded.ts';
import type { LastProps } from './rules-and-reach.tsx';

/** What stands at the end of an overview. Its script loads once the rest is there. */
export function LastSheets(props: LastProps) {
  const loaded = useLoaded(true, () => import('./rules-and-reach.tsx'));
  return loaded ? <loaded.RulesAndReach {...props} /> : null;
}

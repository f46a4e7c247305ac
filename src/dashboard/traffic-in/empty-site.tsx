import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { NotLoadedNote } from '../parts/note.tsx';
import { Sheet } from '../parts/sheet.tsx';
import type { TrafficInProps } from './get-traffic-in.tsx';

/** In place of the data of a site without events: the ways to get traffic in, whose script loads when they are shown. */
export function EmptySite(props: TrafficInProps) {
  const [Ways, setWays] = useState<ComponentType<TrafficInProps>>();
  useEffect(() => {
    import('./get-traffic-in.tsx').then(
      ({ GetTrafficIn }) => setWays(() => GetTrafficIn),
      () => setWays(() => NotLoadedNote),
    );
  }, []);
  return Ways ? <Ways {...props} /> : <Sheet title="Get traffic in">{undefined}</Sheet>;
}

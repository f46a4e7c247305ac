import { APPLICATION_WAYS } from './application.ts';
import { EDGE_WAYS } from './edge.ts';
import { FRONT_WAYS } from './front.ts';
import { LANGUAGE_WAYS } from './languages.ts';
import { FETCHED_WAYS, LOG_WAYS, OTHER_WAYS } from './log.ts';
import { SHIPPER_WAYS } from './shippers.ts';
import type { Place, Way } from './way.ts';

/** Every way to get traffic in. A new one is an entry in one of these lists. */
export const WAYS: readonly Way[] = [
  ...[...EDGE_WAYS, ...FRONT_WAYS, ...FETCHED_WAYS],
  ...[...LANGUAGE_WAYS, ...APPLICATION_WAYS],
  ...[...LOG_WAYS, ...SHIPPER_WAYS, ...OTHER_WAYS],
];

export const wayOf = (id: string | undefined): Way | undefined => WAYS.find((way) => way.id === id);

export const PLACES: readonly { readonly place: Place; readonly title: string; readonly what: string }[] = [
  { place: 'front', title: 'In front of your site', what: 'A CDN or host. Sees cached pages, too.' },
  { place: 'application', title: 'In your application', what: 'A few lines. Sees what your code answers.' },
  { place: 'log', title: 'From a log', what: 'Nothing to install on the site. Includes the past.' },
];

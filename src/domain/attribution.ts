import { type NewConversion, type NewEvent, type NewReferral, type Client } from './event.ts';

/** How long after a landing a conversion by the same client counts for its product, unless the settings differ. */
export const USUAL_ATTRIBUTION_MINUTES = 30;

/** A day: a conversion and its landing lie on the same day or on two that follow each other. */
export const MOST_ATTRIBUTION_MINUTES = 1_440;

/** A referral whose client is known. */
export type Landing = NewReferral & { readonly client: Client };

/** A conversion whose product is to be found. */
export type OpenConversion = NewConversion & { readonly client: Client };

/** Most batches have none, so the type, which every event has, is compared first. */
export function isLanding(event: NewEvent): event is Landing {
  return event.type === 'referral' && event.client !== undefined;
}

/** A conversion that comes with its product keeps it: nothing is looked up. */
export function isOpenConversion(event: NewEvent): event is OpenConversion {
  return event.type === 'conversion' && event.client !== undefined && event.sentBy === undefined;
}

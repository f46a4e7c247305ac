/** How many sites, and how many keys that were not revoked, an account may have before it can make no more. */
export type AccountCaps = { readonly sites: number; readonly keys: number };

export const USUAL_CAPS: AccountCaps = { sites: 1000, keys: 1000 };

/** Something that a way sees of the traffic, or does not, and what follows. */
export type Sight = { readonly isSeen: boolean; readonly what: string; readonly why: string };

export const sees = (what: string, why: string): Sight => ({ isSeen: true, what, why });

export const lacks = (what: string, why: string): Sight => ({ isSeen: false, what, why });

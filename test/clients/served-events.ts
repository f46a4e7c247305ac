/** How many events the served site has, each on a page of its own. */
export const EVENTS = 15_000;

/** The path of the page of an event; the newest event is the first. */
export const pathOf = (index: number) => `/guide/${index}`;

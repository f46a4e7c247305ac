/** The byte that ends a line. */
export const LINE_FEED = 0x0a;

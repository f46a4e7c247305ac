/** How many rows a part of a long list may have. */
export const ROW_COUNTS = [25, 100, 500] as const;

export type RowCount = (typeof ROW_COUNTS)[number];

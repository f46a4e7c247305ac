/** When events were counted, and the newest of them. */
export type Counted = { readonly atMs: number; readonly lastEventAt: string | null };

/** An event that came in while the page was open, and when it was not there yet. */
export type Arrival<Row> = { readonly event: Row; readonly afterMs: number };

type Dated = { readonly createdAt: string };

export const isLater = ({ createdAt }: Dated, { lastEventAt }: Counted): boolean =>
  lastEventAt === null || createdAt > lastEventAt;

/** Whether an event came in after they were counted. One that happened earlier may be recorded later. */
export const isUncounted = ({ event, afterMs }: Arrival<Dated>, counted: Counted): boolean =>
  afterMs >= counted.atMs || isLater(event, counted);

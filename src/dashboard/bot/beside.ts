/** How many rows the sheets beside each other have to show. */
type Counts = {
  readonly pages: number;
  readonly statuses: number;
  readonly hasKeepAway: boolean;
};

/** Which side has the lines for robots.txt, and how many pages are shown. */
type Beside = { readonly keepAway: 'pages' | 'statuses'; readonly pages: number };

const LEAST_PAGES = 5;

/** In rows: what the pages have besides, their rest, total and link, and how high the lines for robots.txt are. */
const PAGES_MORE = 3;
const KEEP_AWAY = 5.5;

/** What lets the two sides end together, as far as there are pages. */
export function placeBeside({ pages, statuses, hasKeepAway }: Counts): Beside {
  const more = hasKeepAway ? KEEP_AWAY : 0;
  const shown = (room: number) => Math.min(pages, Math.max(LEAST_PAGES, Math.round(room - PAGES_MORE)));
  const [below, beside] = [shown(statuses - more), shown(statuses + more)];
  const distance = (left: number, right: number) => Math.abs(left - right);
  return distance(below + PAGES_MORE + more, statuses) < distance(beside + PAGES_MORE, statuses + more)
    ? { keepAway: 'pages', pages: below }
    : { keepAway: 'statuses', pages: beside };
}
